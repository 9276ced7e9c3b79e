import type { MovementType } from '../stock/movement-type.js';

/** What each type did, as people say it, and how. */
const DONE: Readonly<Record<MovementType, readonly [string, string?]>> = {
  receive: ['Received'],
  add: ['Added'],
  use: ['Used'],
  count: ['Corrected', 'by count'],
  set: ['Set'],
  move: ['Moved'],
  split: ['Split'],
  merge: ['Merged'],
  status: ['Status changed'],
  serialize: ['Numbered'],
  install: ['Installed'],
  uninstall: ['Removed', 'from assembly'],
  build_consume: ['Used', 'in a build'],
  build_output: ['Built'],
  print_consume: ['Used', 'in a print'],
  loan_out: ['Lent'],
  loan_in: ['Returned', 'from loan'],
  scrap: ['Scrapped'],
  return: ['Returned'],
  convert: ['Converted'],
  reserve: ['Reserved'],
  release: ['Released'],
  reverse: ['Reversed'],
};

/** `Used 12.5 g in a print`, or `Moved` of what changed no quantity. Without the part, which stands beside it: a search for a part does not find its ledger. */
export function movementTitle(
  { type, qty_delta }: { readonly type: MovementType; readonly qty_delta: number },
  unit?: string,
): string {
  const [done, how] = DONE[type];
  const quantity = qty_delta === 0 ? [] : [Math.abs(qty_delta), unit];
  return [done, ...quantity, how].filter((words) => words !== undefined).join(' ');
}

/** Whether a title is of an earlier version, which named no unit: `Used 12.5 in a print`, or before that `Used in a print 12.5`. */
export function isWithoutUnit(
  title: string,
  fields: { readonly type: MovementType; readonly qty_delta: number },
): boolean {
  if (fields.qty_delta === 0) return false;
  const first = [...DONE[fields.type], Math.abs(fields.qty_delta)].join(' ');
  return title === movementTitle(fields) || title === first;
}
