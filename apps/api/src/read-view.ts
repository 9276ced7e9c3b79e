import type { ReadView } from '@cubit/transfer';
import { openView } from '@cubit/views';

/** Exports follow saved views. What of a view does not fit its kind any more is left out, as where it is shown. */
export const readView: ReadView = async ({ database, now }, request, id) => {
  const { row, filter, sort, fields } = await openView(database.db, request, { id, now: now() });
  return { kind: row.kind, filter, sort, fields };
};
