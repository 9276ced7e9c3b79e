import { subtractDecimals, type KindHookContext, type RecordChange } from '@cubit/core';
import type { StockItem, StockItemKind } from '../stock-item/stock-item.kind.js';
import type { MovementType } from './movement-type.js';
import { noteOf, Posting, type Entry, type MovementLine, type PostingNote } from './posting.js';
import { settle } from './settle.js';
import { holdingOf, isEmpty, NOTHING, subtractTotals } from './stock-totals.js';

type Change = RecordChange<StockItemKind>;

/**
 * The one way into the ledger: every write of stock items ends here, be it an action's, a plain request's, a batch's or an
 * import's. Those of an action join its posting, which the action settles; any other is a posting of its own.
 */
export async function postItemChanges(context: KindHookContext, changes: readonly Change[]): Promise<void> {
  const own = new Posting({ type: 'set' });
  for (const change of changes) {
    const note = noteOf(change.note);
    const posting = note?.posting ?? own;
    const entry = entryOf(change, note);
    if (entry) posting.entries.push(entry);
    const { part, last_counted_at } = change.after.fields;
    if (change.before && change.before.fields.last_counted_at !== last_counted_at) posting.counted.add(part);
  }
  await settle(context, own);
}

function entryOf({ operation, before, after, path }: Change, note: PostingNote | null): Entry | null {
  const wasThere = before !== null && operation !== 'restore';
  const isThere = operation !== 'delete';
  const effect = subtractTotals(
    isThere ? holdingOf(after.fields) : NOTHING,
    wasThere ? holdingOf(before.fields) : NOTHING,
  );
  const [was, is] = [wasThere ? before : null, isThere ? after : null];
  const line = lineOf(was, is, note);
  return line === null && isEmpty(effect) ? null : { partId: after.fields.part, effect, line, path };
}

/** Null where nothing of what the ledger is about changed: a note, a cost, an item that comes or goes empty. */
function lineOf(was: StockItem | null, is: StockItem | null, note: PostingNote | null): MovementLine | null {
  const { fields, id } = (is ?? was) as StockItem;
  const [qtyBefore, qtyAfter] = [was?.fields.qty ?? 0, is?.fields.qty ?? 0];
  const stays = was !== null && is !== null;
  const isMoved = stays && was.fields.location !== is.fields.location;
  const isRestated = stays && was.fields.status !== is.fields.status;
  const isRebuilt = stays && was.fields.installed_in !== is.fields.installed_in;
  const isLent = stays && was.fields.loan !== is.fields.loan;
  if (qtyBefore === qtyAfter && !isMoved && !isRestated && !isRebuilt && !isLent) return null;
  const plain = plainType({ was, is, qtyChanged: qtyBefore !== qtyAfter, isRestated });
  const taken = subtractDecimals(qtyAfter, qtyBefore) < 0;
  return {
    type: note?.type ?? plain,
    origin: note?.origin,
    stockItem: id,
    qtyBefore,
    qtyAfter,
    from: isMoved || taken ? was?.fields.location : undefined,
    to: isMoved || !taken ? is?.fields.location : undefined,
    statusFrom: isRestated ? was.fields.status : undefined,
    statusTo: isRestated ? is.fields.status : undefined,
    unitCost: fields.unit_cost,
    paid: fields.project !== undefined,
  };
}

interface PlainWrite {
  readonly was: StockItem | null;
  readonly is: StockItem | null;
  readonly qtyChanged: boolean;
  readonly isRestated: boolean;
}

/** What a write without a posting is called: somebody entered, deleted or corrected a stock item by hand. */
function plainType({ was, is, qtyChanged, isRestated }: PlainWrite): MovementType {
  if (was === null) return 'add';
  if (is === null) return 'scrap';
  if (qtyChanged) return 'set';
  return isRestated ? 'status' : 'move';
}
