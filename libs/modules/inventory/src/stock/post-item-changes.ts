import type { KindHookContext, RecordChange } from '@cubit/core';
import { part } from '../part/part.kind.js';
import { heldOf, withExactFields } from '../stock-item/exact-fields.js';
import type { StockItem, StockItemKind } from '../stock-item/stock-item.fields.js';
import type { MovementType } from './movement-type.js';
import { postingNoteOf, Posting, type PostingEntry, type MovementLine, type PostingNote } from './posting.js';
import { writePosting } from './write-posting.js';
import { itemTotals, isEmpty, NO_STOCK, subtractTotals } from './stock-totals.js';

type Change = RecordChange<StockItemKind>;

/**
 * The only way into the ledger: every write of stock items ends here, from an action, a request, a batch or an import. Writes of an
 * action are added to its posting, which the action writes; other writes become a posting of their own.
 */
export async function postItemChanges(context: KindHookContext, changes: readonly Change[]): Promise<void> {
  const own = new Posting({ type: 'set' });
  for (const change of await withExactBefore(context, changes)) {
    const note = postingNoteOf(change.note);
    const posting = note?.posting ?? own;
    const entry = entryOf(change, note);
    if (entry) posting.entries.push(entry);
    const { part, last_counted_at } = change.after.fields;
    const { last_counted_at: was = '' } = change.before?.fields ?? {};
    if (change.before === null || was === (last_counted_at ?? '')) continue;
    if (was < (last_counted_at ?? '')) posting.counted.add(part);
    else posting.uncounted.add(part);
  }
  await writePosting(context, own);
}

/** The changes with the exact fields of what an earlier version wrote. */
async function withExactBefore({ records }: KindHookContext, changes: readonly Change[]): Promise<readonly Change[]> {
  const isStale = ({ before }: Change) => before !== null && before.fields.exact_qty === undefined;
  const stale = changes.filter(isStale);
  if (stale.length === 0) return changes;
  const parts = await records.getMany(
    part,
    stale.map(({ after }) => after.fields.part),
  );
  return changes.map((change) => {
    const owner = parts.get(change.after.fields.part);
    const { before } = change;
    if (before === null || !owner || !isStale(change)) return change;
    return { ...change, before: { ...before, fields: withExactFields(before.fields, owner) } };
  });
}

function entryOf({ operation, before, after, path }: Change, note: PostingNote | null): PostingEntry | null {
  const wasThere = before !== null && operation !== 'restore';
  const isThere = operation !== 'delete';
  const effect = subtractTotals(
    isThere ? itemTotals(after.fields) : NO_STOCK,
    wasThere ? itemTotals(before.fields) : NO_STOCK,
  );
  const [was, is] = [wasThere ? before : null, isThere ? after : null];
  const line = lineOf(was, is, note);
  // An item that is created empty states that there is no stock, which may make its part low.
  return line === null && isEmpty(effect) && (wasThere || !isThere)
    ? null
    : { partId: after.fields.part, effect, line, path };
}

/** Null if nothing changed that the ledger records, for example a note, a cost, or an item created or deleted empty. */
function lineOf(was: StockItem | null, is: StockItem | null, note: PostingNote | null): MovementLine | null {
  const { fields, id } = (is ?? was) as StockItem;
  const [qtyBefore, qtyAfter] = [was?.fields.qty ?? 0, is?.fields.qty ?? 0];
  const exactDelta = (is ? heldOf(is.fields) : 0n) - (was ? heldOf(was.fields) : 0n);
  const stays = was !== null && is !== null;
  const isMoved = stays && was.fields.location !== is.fields.location;
  const isStatusChanged = stays && was.fields.status !== is.fields.status;
  const isInstallationChanged = stays && was.fields.installed_in !== is.fields.installed_in;
  const isLoanChanged = stays && was.fields.loan !== is.fields.loan;
  if (exactDelta === 0n && !isMoved && !isStatusChanged && !isInstallationChanged && !isLoanChanged) return null;
  const plain = typeOfUnpostedWrite({ was, is, qtyChanged: exactDelta !== 0n, isStatusChanged });
  const taken = exactDelta < 0n;
  return {
    type: note?.type ?? plain,
    origin: note?.origin,
    stockItem: id,
    qtyBefore,
    qtyAfter,
    from: isMoved || taken ? was?.fields.location : undefined,
    to: isMoved || !taken ? is?.fields.location : undefined,
    statusFrom: isStatusChanged ? was.fields.status : undefined,
    statusTo: isStatusChanged ? is.fields.status : undefined,
    exactDelta,
    unitCost: fields.unit_cost,
    cost: fields.cost,
    paid: fields.project !== undefined,
  };
}

interface UnpostedWrite {
  readonly was: StockItem | null;
  readonly is: StockItem | null;
  readonly qtyChanged: boolean;
  readonly isStatusChanged: boolean;
}

/** Movement type of a direct write, which has no posting: a stock item was created, deleted or corrected by hand. */
function typeOfUnpostedWrite({ was, is, qtyChanged, isStatusChanged }: UnpostedWrite): MovementType {
  if (was === null) return 'add';
  if (is === null) return 'scrap';
  if (qtyChanged) return 'set';
  return isStatusChanged ? 'status' : 'move';
}
