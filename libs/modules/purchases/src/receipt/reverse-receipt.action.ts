import { compact, defineAction, fail, Field, isCubitError, type ModuleContext } from '@cubit/core';
import { mostOf, sumOfExact } from '@cubit/decimal';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { orderItemUnreceived, orderStatusChanged, orderUpdated } from '../events.js';
import { inStockUnits, quantitiesOf, storedQuantities } from '../order-item/line-quantities.js';
import { linesOf } from '../order-item/lines-of.js';
import { orderItemRecord, type OrderItem } from '../order-item/order-item.fields.js';
import { orderRecord } from '../order/order.fields.js';
import { causeKeyOf, reversalKeyOf } from './receipt-posting.js';
import { exactOf } from './convert-lines.js';
import { receipt, type Receipt } from './receipt.kind.js';

export const reverseReceipt = defineAction({
  id: 'purchases:reverse_receipt',
  title: 'Reverse receipt',
  description:
    'Reverses a receipt. Its quantities are outstanding again, and its stock is removed. Fails with `409 insufficient_stock` if some of the stock is no longer there.',
  appliesTo: [receipt],
  input: input({
    reason: Field.text({
      title: 'Reason',
      minLength: 1,
      description: 'Why the receipt is reversed. Stored with it and its stock movements.',
    }),
    discard: Type.Optional(
      Field.boolean({
        title: 'Discard',
        ui: { hidden: true },
        description: 'Delete the stock items that the receipt had created and that are empty again.',
      }),
    ),
  }),
  output: Type.Object({ order: Type.String({ format: 'uuid' }) }),
  emits: [orderItemUnreceived, orderStatusChanged, orderUpdated],
  effects: { ...EFFECTS, destructive: true },
  ui: {
    done: 'Reversed the receipt',
    icon: 'undo-2',
    tone: 'danger',
    order: 10,
    hidden: ['discard'],
    visible: { field: 'reversed', is: false },
    confirm: 'The stock of this receipt is removed.',
  },
  example: { title: 'Reverse a receipt of the wrong order', input: { reason: 'Booked on the wrong order' } },
  available: ({ fields }) => !fields.reversed || 'it is already reversed',
  async run(context, target, { reason, discard = false }) {
    const { order, lines } = target.fields;
    const items = await context.records.lock(
      orderItemRecord,
      lines.map(({ order_item }) => order_item),
    );
    await reverseStock(context, target, { items, reason, discard });
    await context.records.updateMany(
      orderItemRecord,
      [...Map.groupBy(lines, ({ order_item }) => order_item)].flatMap(([id, own]) => {
        const item = items.get(id);
        if (!item) return [];
        const line = quantitiesOf(item.fields);
        const gone = sumOfExact(own.map((one) => exactOf(one, line)));
        const received = mostOf(0n, line.received - gone);
        return [{ id, fields: { exact: storedQuantities({ ...line, received }) } }];
      }),
    );
    await context.records.update(receipt, target.id, {
      reversed: true,
      reversed_at: context.now.toISOString(),
      reversal_reason: reason,
    });
    await emitUnreceived(context, target, reason);
    await reopen(context, order);
    return { order };
  },
});

interface Reversal {
  readonly items: ReadonlyMap<string, OrderItem>;
  readonly reason: string;
  readonly discard: boolean;
}

/**
 * Runs in the transaction of the reversal, which fails as a whole if the stock is gone. Postings that the wires have not made yet are
 * reversed later by the wire of the following event, with the same key.
 */
async function reverseStock(
  context: ModuleContext,
  { id, fields }: Receipt,
  { items, reason, discard }: Reversal,
): Promise<void> {
  const postings = fields.lines.flatMap(({ order_item }, index) => {
    const part = items.get(order_item)?.fields.part;
    return part === undefined ? [] : [{ part, reverses: causeKeyOf(id, index), cause_key: reversalKeyOf(id, index) }];
  });
  if (postings.length === 0) return;
  try {
    await context.invoke('inventory:take_back', null, { postings, reason, ...(discard ? { discard } : {}) });
  } catch (error) {
    if (!isCubitError(error) || error.code !== 'insufficient_stock') throw error;
    const message = `Some stock of the receipt is no longer there. ${error.message}`;
    throw fail('insufficient_stock', message, { details: [{ path: '/record', code: 'insufficient_stock', message }] });
  }
}

async function emitUnreceived(context: ModuleContext, { id, fields }: Receipt, reason: string): Promise<void> {
  const { number = '' } = (await context.records.get(orderRecord, fields.order)).fields;
  const items = await context.records.getMany(
    orderItemRecord,
    fields.lines.map(({ order_item }) => order_item),
  );
  for (const [index, line] of fields.lines.entries()) {
    const item = items.get(line.order_item);
    if (!item) continue;
    const own = quantitiesOf(item.fields);
    const stockQty = inStockUnits(exactOf(line, own), own);
    context.emit(
      orderItemUnreceived,
      compact({
        orderItemId: item.id,
        orderId: fields.order,
        receiptId: id,
        receiptLine: index + 1,
        number,
        title: item.title,
        partId: item.fields.part,
        qty: line.qty,
        stockQty,
        delta: -stockQty,
        outstanding: item.fields.outstanding,
        reason,
        causeKey: reversalKeyOf(id, index),
        reverses: causeKeyOf(id, index),
      }),
    );
  }
}

/** Sets the order to partially received, or to ordered if nothing is received any more. */
async function reopen(context: ModuleContext, id: string): Promise<void> {
  const order = await context.records.get(orderRecord, id);
  if (order.fields.open_lines === 0) return;
  const lines = await linesOf(context, [id]);
  const isAnyThere = lines.some(({ fields }) => fields.qty_received > 0);
  const status = isAnyThere ? 'partially_received' : 'ordered';
  if (order.fields.status !== status) await context.records.update(orderRecord, id, { status });
}
