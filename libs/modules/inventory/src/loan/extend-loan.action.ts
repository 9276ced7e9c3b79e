import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { isOut } from './loan.fields.js';
import { loan } from './loan.kind.js';

export const extendLoan = defineAction({
  id: 'inventory:extend_loan',
  title: 'Extend',
  description: 'Says anew when it should be back. It is told to be overdue once more when that is past.',
  appliesTo: [loan],
  input: input({ due: Field.datetime() }),
  output: Type.Object(
    { loan: Field.ref('inventory:loan'), due: Type.String(), overdue: Type.Boolean() },
    { additionalProperties: false },
  ),
  emits: [],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  undoneBy: 'inventory:extend_loan',
  example: { title: 'Another month', input: { due: '2026-07-31T16:00:00Z' } },
  available: (record) => isOut(record) || `it is ${record.fields.status}`,
  async run({ records }, record, { due }) {
    const { fields } = await records.update(loan, record.id, { due }, { path: () => '/input/due' });
    return { loan: record.id, due: fields.due ?? due, overdue: fields.overdue };
  },
});
