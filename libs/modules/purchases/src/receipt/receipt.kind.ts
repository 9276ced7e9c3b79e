import { defineKind, Field, fixed, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { orderRecord } from '../order/order.fields.js';
import { storedLines } from './receipt-line.js';
import { receiptHints } from './receipt.hints.js';

const fields = Type.Object({
  order: fixed(Field.ref('purchases:order', { title: 'Order', description: 'The order that the goods belong to.' })),
  lines: Field.json(storedLines, { title: 'Lines', description: 'Received quantities, by order line.' }),
  received_at: Field.datetime({
    title: 'Received',
    ui: { widget: 'relative' },
    description: 'When the goods were received.',
  }),
  received_by: Type.Optional(
    Field.user({ title: 'Received by', description: 'Member who received the goods; absent for the system.' }),
  ),
  packing_slip: Type.Optional(Field.text({ title: 'Packing slip', description: 'Number of the packing slip.' })),
  file: Type.Optional(Field.file({ title: 'File', description: 'Scan of the packing slip.' })),
  reversed: Field.boolean({
    title: 'Reversed',
    ui: { tone: { warn: { is: true } } },
    default: false,
    description: 'Whether the receipt was undone. Its quantities are then outstanding again, and its stock is removed.',
  }),
  reversed_at: Type.Optional(Field.datetime({ title: 'Reversed', description: 'When the receipt was reversed.' })),
  reversal_reason: Type.Optional(
    Field.text({ title: 'Reason of the reversal', description: 'Why the receipt was reversed, as entered.' }),
  ),
});

export type ReceiptKind = KindDefinition<'purchases:receipt', typeof fields>;
export type Receipt = RecordOf<ReceiptKind>;

/** Permanent. Written by receiving only; afterwards only a reversal is recorded. */
export const receipt = defineKind({
  id: 'purchases:receipt',
  title: ['Receipt', 'Receipts'],
  description: 'Goods of an order that arrived together.',
  access: 'read-only',
  fields,
  titleOf: ({ received_at }) => `Receipt of ${received_at.slice(0, 10)}`,
  search: ['packing_slip'],
  index: ['order', 'received_at'],
  lockAfter: 'order',
  ui: receiptHints,
  async beforeWrite({ records }, drafts) {
    const orders = await records.getMany(
      orderRecord,
      drafts.map((draft) => draft.fields.order),
    );
    for (const draft of drafts)
      draft.title = `${orders.get(draft.fields.order)?.title ?? ''}, ${draft.fields.received_at.slice(0, 10)}`;
  },
});
