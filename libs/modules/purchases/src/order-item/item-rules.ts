import { fail, validationFailed, type ErrorDetail, type KindHookContext } from '@cubit/core';
import { partRecord } from '../foreign.js';
import { orderRecord, type Order } from '../order/order.fields.js';
import { otherCurrency } from '../order/order-rules.js';
import { isChangeable } from '../order/order-status.js';
import { supplierPartRecord, type SupplierPart } from '../supplier-part/supplier-part.fields.js';
import { deriveItem } from './derive-item.js';
import type { OrderItem, OrderItemDraft } from './order-item.fields.js';

interface Surroundings {
  readonly orders: ReadonlyMap<string, Order>;
  readonly supplierParts: ReadonlyMap<string, SupplierPart>;
}

/** Rules and computed fields of lines. Their orders are held, so that what is added up is what is. */
export async function applyItemRules(context: KindHookContext, drafts: readonly OrderItemDraft[]): Promise<void> {
  const { records } = context;
  const orders = await records.lock(
    orderRecord,
    drafts.map(({ fields }) => fields.order),
  );
  refuse409(drafts, orders);
  const written = drafts.filter(({ operation }) => operation !== 'delete');
  const renewed = written.filter(takesFromSupplier(orders));
  const supplierParts = await records.getMany(
    supplierPartRecord,
    renewed.flatMap(({ fields }) => fields.supplier_part ?? []),
  );
  const surroundings = { orders, supplierParts };
  const faults = written.flatMap((draft) => faultsOf(draft, surroundings));
  if (faults.length > 0) throw validationFailed(faults);
  for (const draft of written) {
    const order = orders.get(draft.fields.order);
    const found = supplierParts.get(draft.fields.supplier_part ?? '');
    if (order) draft.fields = deriveItem(draft, { order, supplierPart: found, isRenewed: renewed.includes(draft) });
  }
  await setTitles(context, written);
}

/** Of a draft, packs are those that the supplier part has now; of a placed order, those that were ordered. */
function takesFromSupplier(orders: Surroundings['orders']) {
  return ({ before, fields }: OrderItemDraft): boolean =>
    before?.fields.supplier_part !== fields.supplier_part || orders.get(fields.order)?.fields.status === 'draft';
}

/** What the state of the order or of the line does not allow. */
function refuse409(drafts: readonly OrderItemDraft[], orders: Surroundings['orders']): void {
  const details = drafts.flatMap((draft): readonly ErrorDetail[] => {
    const order = orders.get(draft.fields.order);
    const reason = order ? objection(draft, order) : null;
    return reason === null ? [] : [{ path: draft.path(reason.field), code: reason.code, message: reason.message }];
  });
  if (details[0]) throw fail('conflict', details[0].message, { details });
}

interface Objection {
  readonly field: keyof OrderItem['fields'];
  readonly code: string;
  readonly message: string;
}

function objection({ operation, before, fields }: OrderItemDraft, { fields: order }: Order): Objection | null {
  const closed = `The order is ${order.status.replace('_', ' ')}: `;
  const isClosed = !isChangeable(order.status);
  const { qty_received: received } = fields;
  if (operation === 'create' || operation === 'restore')
    return isClosed ? { field: 'order', code: 'order_closed', message: `${closed}nothing is added to it.` } : null;
  if (operation === 'delete')
    return isClosed || received > 0
      ? { field: 'order', code: 'received', message: 'What was received, or is settled, stays in the order.' }
      : null;
  if (before === null) return null;
  const was = before.fields;
  if (isClosed && was.qty !== fields.qty)
    return { field: 'qty', code: 'order_closed', message: `${closed}its quantities stand.` };
  const moved = (['part', 'supplier_part'] as const).find((field) => was[field] !== fields[field]);
  if (moved && (isClosed || received > 0))
    return { field: moved, code: 'received', message: 'What was received, or is settled, stays what it is.' };
  return null;
}

function faultsOf(draft: OrderItemDraft, { orders, supplierParts }: Surroundings): readonly ErrorDetail[] {
  const { before, fields } = draft;
  const order = orders.get(fields.order);
  if (!order) return [];
  const faults: ErrorDetail[] = [];
  const { currency = '', supplier } = order.fields;
  const { part, supplier_part: supplierPart, description, unit_price: price, qty } = fields;
  const at = (field: keyof OrderItem['fields'], code: string, message: string) =>
    void faults.push({ path: draft.path(field), code, message });
  if (part === undefined && supplierPart === undefined && description === undefined)
    at('description', 'required', 'A line without a part says what it is.');
  if (price !== undefined && price.currency !== currency)
    faults.push(otherCurrency(draft.path('unit_price'), currency));
  if (fields.currency !== undefined && fields.currency !== currency)
    faults.push(otherCurrency(draft.path('currency'), currency));
  const settled = fields.qty_received + fields.qty_cancelled;
  if (before !== null && before.fields.qty !== qty && qty < settled)
    at('qty', 'below_received', `${settled} of it are received or cancelled already.`);
  const found = supplierParts.get(supplierPart ?? '');
  if (found && supplier !== undefined && found.fields.supplier !== supplier)
    at('supplier_part', 'other_supplier', 'It is of another supplier than the order.');
  if (found && part !== undefined && found.fields.part !== part && before?.fields.part === part) return faults;
  if (found && part !== undefined && found.fields.part !== part)
    at('part', 'other_part', 'The supplier part is of another part.');
  return faults;
}

/** A line is called by what it says, else by its part. */
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
