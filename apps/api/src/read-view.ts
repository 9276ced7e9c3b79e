import type { ReadView } from '@cubit/transfer';
import { openView } from '@cubit/views';

/** Reads a saved view for an export. Parts of the view that no longer match its kind are ignored, as in the display. */
export const readView: ReadView = async ({ database, now }, request, id) => {
  const { row, filter, sort, fields } = await openView(database.db, request, { id, now: now() });
  return { kind: row.kind, filter, sort, fields };
};
