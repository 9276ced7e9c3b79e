import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { isOut, loanFields } from './loan.fields.js';
import { loan } from './loan.kind.js';

export const extendLoan = defineAction({
  id: 'inventory:extend_loan',
  title: 'Extend loan',
  description: 'Sets a new due time. `inventory.loan.overdue` is emitted again when the new time has passed.',
  appliesTo: [loan],
  input: input({ due: Field.described(loanFields.properties.due, Field.datetime()) }),
  output: Type.Object(
    { loan: Field.ref('inventory:loan'), due: Type.String(), overdue: Type.Boolean() },
    { additionalProperties: false },
  ),
  emits: [],
  agent: { words: ['longer', 'postpone', 'renew', 'prolong'] },
  effects: { ...STOCK_EFFECTS, idempotent: true },
  undoneBy: 'inventory:extend_loan',
  ui: {
    done: 'Extended the loan to {input.due}',
    icon: 'calendar-clock',
    order: 20,
    bulk: true,
    prefill: { due: { field: 'due' } },
  },
  undo:
    (_context, { fields: { due, overdue } }) =>
    () =>
      // An overdue loan would be reported as overdue again.
      due === undefined || overdue ? null : { input: { due } },
  example: { title: 'Extend by a month', input: { due: '2026-07-31T16:00:00Z' } },
  available: (record) => isOut(record) || notWhile(record.fields.status),
  async run({ records }, record, { due }) {
    const { fields } = await records.update(loan, record.id, { due }, { path: () => '/input/due' });
    return { loan: record.id, due: fields.due ?? due, overdue: fields.overdue };
  },
});
