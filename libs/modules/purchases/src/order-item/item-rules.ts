import { type ErrorDetail, fail, type KindHookContext, validationFailed } from '@cubit/core';
import { type Part, partRecord } from '../foreign.js';
import { orderRecord, type Order } from '../order/order.fields.js';
import { otherCurrencyFault } from '../order/order-rules.js';
import { isChangeable } from '../order/order-status.js';
import { supplierPartRecord, type SupplierPart } from '../supplier-part/supplier-part.fields.js';
import { deriveItem } from './derive-item.js';
import { inPurchaseUnits, quantitiesOf } from './line-quantities.js';
import type { OrderItem, OrderItemDraft } from './order-item.fields.js';

interface ItemRuleContext {
  readonly orders: ReadonlyMap<string, Order>;
  readonly supplierParts: ReadonlyMap<string, SupplierPart>;
}

/** Rules and derived fields of order lines. Locks their orders, so that the totals are current. */
export async function applyItemRules(context: KindHookContext, drafts: readonly OrderItemDraft[]): Promise<void> {
  const { records } = context;
  const orders = await records.lock(
    orderRecord,
    drafts.map(({ fields }) => fields.order),
  );
  refuseStateConflicts(drafts, orders);
  const written = drafts.filter(({ operation }) => operation !== 'delete');
  const renewed = written.filter(usesCurrentPack(orders));
  const supplierParts = await records.getMany(
    supplierPartRecord,
    renewed.flatMap(({ fields }) => fields.supplier_part ?? []),
  );
  const stale = written.filter((draft) => renewed.includes(draft) || draft.fields.exact === undefined);
  const parts = await partsOf(records, stale, supplierParts);
  const ruleContext = { orders, supplierParts };
  const faults = written.flatMap((draft) => faultsOf(draft, ruleContext));
  if (faults.length > 0) throw validationFailed(faults);
  for (const draft of written) {
    const order = orders.get(draft.fields.order);
    const found = supplierParts.get(draft.fields.supplier_part ?? '');
    const part = parts.get(draft.fields.part ?? found?.fields.part ?? '');
    const isRenewed = renewed.includes(draft);
    if (order) draft.fields = deriveItem(draft, { order, supplierPart: found, part, isRenewed });
  }
  await setTitles(context, written);
}

/** The parts of the lines, by whose units their packs are measured. */
async function partsOf(
  records: KindHookContext['records'],
  drafts: readonly OrderItemDraft[],
  supplierParts: ItemRuleContext['supplierParts'],
): Promise<ReadonlyMap<string, Part>> {
  return records.getMany(
    partRecord,
    drafts.flatMap(({ fields }) => fields.part ?? supplierParts.get(fields.supplier_part ?? '')?.fields.part ?? []),
  );
}

/** Lines of a draft use the current pack quantity of the supplier part; lines of a placed order keep theirs. */
function usesCurrentPack(orders: ItemRuleContext['orders']) {
  return ({ before, fields }: OrderItemDraft): boolean =>
    before?.fields.supplier_part !== fields.supplier_part ||
    before?.fields.unit !== fields.unit ||
    orders.get(fields.order)?.fields.status === 'draft';
}

/** Refuses with `409` what the state of the order or of the line does not allow. */
function refuseStateConflicts(drafts: readonly OrderItemDraft[], orders: ItemRuleContext['orders']): void {
  const details = drafts.flatMap((draft): readonly ErrorDetail[] => {
    const order = orders.get(draft.fields.order);
    const reason = order ? conflictOf(draft, order) : null;
    return reason === null ? [] : [{ path: draft.path(reason.field), code: reason.code, message: reason.message }];
  });
  if (details[0]) throw fail('conflict', details[0].message, { details });
}

interface StateConflict {
  readonly field: keyof OrderItem['fields'];
  readonly code: string;
  readonly message: string;
}

function conflictOf({ operation, before, fields }: OrderItemDraft, { fields: order }: Order): StateConflict | null {
  const closed = `The order is ${order.status.replace('_', ' ')}: `;
  const isClosed = !isChangeable(order.status);
  const { qty_received: received } = fields;
  if (operation === 'create' || operation === 'restore')
    return isClosed ? { field: 'order', code: 'order_closed', message: `${closed}lines cannot be added.` } : null;
  if (operation === 'delete')
    return isClosed || received > 0
      ? {
          field: 'order',
          code: 'received',
          message: 'Lines that were received, and lines of a closed order, cannot be deleted.',
        }
      : null;
  if (before === null) return null;
  const was = before.fields;
  if (isClosed && was.qty !== fields.qty)
    return { field: 'qty', code: 'order_closed', message: `${closed}quantities cannot be changed.` };
  const moved = (['part', 'supplier_part', 'unit'] as const).find((field) => was[field] !== fields[field]);
  if (moved && (isClosed || received > 0))
    return {
      field: moved,
      code: 'received',
      message: 'The part and the unit of a line cannot be changed once it was received or the order is closed.',
    };
  return null;
}

function faultsOf(draft: OrderItemDraft, { orders, supplierParts }: ItemRuleContext): readonly ErrorDetail[] {
  const { before, fields } = draft;
  const order = orders.get(fields.order);
  if (!order) return [];
  const faults: ErrorDetail[] = [];
  const { currency = '', supplier } = order.fields;
  const { part, supplier_part: supplierPart, description, unit_price: price, qty } = fields;
  const at = (field: keyof OrderItem['fields'], code: string, message: string) =>
    void faults.push({ path: draft.path(field), code, message });
  if (part === undefined && supplierPart === undefined && description === undefined)
    at('description', 'required', 'A line without a part needs a description.');
  if (price !== undefined && price.currency !== currency)
    faults.push(otherCurrencyFault(draft.path('unit_price'), currency));
  if (fields.currency !== undefined && fields.currency !== currency)
    faults.push(otherCurrencyFault(draft.path('currency'), currency));
  const line = quantitiesOf(fields);
  const closed = line.received + line.cancelled;
  if (before !== null && before.fields.qty !== qty && line.ordered < closed)
    at('qty', 'below_received', `${inPurchaseUnits(closed, line)} are already received or cancelled.`);
  const found = supplierParts.get(supplierPart ?? '');
  if (found && supplier !== undefined && found.fields.supplier !== supplier)
    at('supplier_part', 'other_supplier', 'The supplier part belongs to another supplier than the order.');
  if (found && part !== undefined && found.fields.part !== part && before?.fields.part === part) return faults;
  if (found && part !== undefined && found.fields.part !== part)
    at('part', 'other_part', 'The supplier part belongs to another part.');
  return faults;
}

/** The title of a line is its description, else the title of its part. */
async function setTitles({ records }: KindHookContext, drafts: readonly OrderItemDraft[]): Promise<void> {
  const unnamed = drafts.filter((draft) => {
    const { before, fields } = draft;
    if (fields.description !== undefined) return false;
    const isSame = before !== null && before.fields.part === fields.part && before.fields.description === undefined;
    if (isSame) draft.title = before.title;
    return !isSame;
  });
  if (unnamed.length === 0) return;
  const parts = await records.getMany(
    partRecord,
    unnamed.flatMap(({ fields }) => fields.part ?? []),
  );
  for (const draft of unnamed) draft.title = parts.get(draft.fields.part ?? '')?.title ?? '';
}
