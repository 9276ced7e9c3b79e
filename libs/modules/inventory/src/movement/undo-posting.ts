import type { PostingResult } from '../stock/post-stock.js';

/** The reversal of a posting of one movement. Several movements are reversed one by one. */
export function undoPosting({ movements, duplicate }: PostingResult) {
  const [only, ...others] = movements;
  if (!only || others.length > 0 || only.over !== undefined || duplicate === true) return null;
  return {
    action: 'inventory:reverse',
    record: { kind: 'inventory:movement', id: only.id },
    input: { reason: 'Undone' },
  };
}
