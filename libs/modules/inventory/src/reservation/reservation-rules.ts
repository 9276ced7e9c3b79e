import { type ExactQuantity, leastOf } from '@cubit/decimal';
import { compact, type KindHookContext, type RecordDraft, validationFailed } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { usableOf, availableOfPart } from '../stock/stock-totals.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { pinnedQuantities } from './pinned.js';
import { isOpen, remainderOf, setExactQuantities } from './open-reservation.js';
import type { ReservationKind } from './reservation.fields.js';

type Drafts = readonly RecordDraft<ReservationKind>[];

/** Actions that check availability themselves, and can reserve more than is available on request. */
const RESERVING: ReadonlySet<string> = new Set([
  'inventory:reserve',
  'inventory:issue_build',
  'inventory:reverse_build_output',
]);

/** Sets the exact quantities of reservations and what is shown of them. */
export async function setQuantities(context: KindHookContext, drafts: Drafts): Promise<void> {
  const written = drafts.filter(({ operation }) => operation !== 'delete');
  const parts = await context.records.getMany(
    part,
    written.map(({ fields }) => fields.part),
  );
  const freeOf = await freeOfItems(context, written.filter(isShown));
  for (const draft of written) {
    const owner = parts.get(draft.fields.part);
    if (owner) setExactQuantities(draft, { owner, free: leastOf(availableOfPart(owner), ...freeOf(draft)) });
  }
}

/** Whether a client writes the quantity as it is shown. */
function isShown({ operation, fields }: RecordDraft<ReservationKind>): boolean {
  return operation === 'create' && fields.exact === undefined;
}

/** The unreserved quantity of the stock item that a draft names. */
async function freeOfItems(context: KindHookContext, drafts: Drafts) {
  const pinning = drafts.filter(({ fields }) => fields.stock_item !== undefined);
  const items = await context.records.getMany(
    stockItem,
    pinning.flatMap(({ fields }) => fields.stock_item ?? []),
  );
  const kept = await pinnedQuantities(
    context,
    pinning.map(({ fields }) => fields.part),
  );
  return ({ fields }: RecordDraft<ReservationKind>): readonly ExactQuantity[] => {
    const item = items.get(fields.stock_item ?? '');
    return item ? [usableOf(item) - (kept.get(item.id) ?? 0n)] : [];
  };
}

/** Refuses with `409` reservations that together exceed the available quantity. */
export async function refuseShortReservations(context: KindHookContext, drafts: Drafts): Promise<void> {
  const made = drafts.filter(({ operation }) => operation === 'create' || operation === 'restore');
  if (made.length === 0 || RESERVING.has(context.action ?? '')) return;
  const parts = await context.records.lock(
    part,
    made.map(({ fields }) => fields.part),
  );
  await refuseUnsuitableItems(context, made);
  const wanted = new Map<string, ExactQuantity>();
  for (const draft of made) {
    const owner = parts.get(draft.fields.part);
    if (!owner) continue;
    const total = (wanted.get(owner.id) ?? 0n) + remainderOf(draft.fields);
    wanted.set(owner.id, total);
    assertAvailable(owner, total, draft.path('qty'));
  }
}

export function assertAvailable(owner: Part, qty: ExactQuantity, path: string): void {
  const available = availableOfPart(owner);
  if (qty > available) throw insufficientStock({ part: owner, found: available, requested: qty, path });
}

/** A reserved stock item must belong to the part and have enough unreserved stock. */
async function refuseUnsuitableItems(context: KindHookContext, made: Drafts): Promise<void> {
  const pinning = made.filter(({ fields }) => fields.stock_item !== undefined);
  if (pinning.length === 0) return;
  const items = await context.records.getMany(
    stockItem,
    pinning.flatMap(({ fields }) => fields.stock_item ?? []),
  );
  const kept = new Map(
    await pinnedQuantities(
      context,
      pinning.map(({ fields }) => fields.part),
    ),
  );
  for (const draft of pinning) {
    const item = items.get(draft.fields.stock_item ?? '');
    if (!item) continue;
    const path = draft.path('stock_item');
    if (item.fields.part !== draft.fields.part)
      throw validationFailed([{ path, code: 'other_part', message: 'The stock item belongs to another part.' }]);
    const total = (kept.get(item.id) ?? 0n) + remainderOf(draft.fields);
    kept.set(item.id, total);
    if (total > usableOf(item))
      throw validationFailed([
        { path, code: 'insufficient_stock', message: 'The stock item does not have enough unreserved stock.' },
      ]);
  }
}

/** Sets `expires_from`, at which a sweep expires the reservation, and `open_for`, while it is open; it has `ended_for` only while it is not. */
export function setOpenFields(draft: RecordDraft<ReservationKind>): void {
  if (draft.operation === 'delete') return;
  const { expires_from: _, open_for: __, ...closed } = draft.fields;
  const { ended_for: ___, ...rest } = closed;
  if (!isOpen(rest)) draft.fields = closed;
  else draft.fields = compact({ ...rest, expires_from: rest.expires_at, open_for: rest.for.id });
}
