import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const LOAN_STATUSES = ['out', 'partly_returned', 'returned', 'lost'] as const;

export const loanFields = Type.Object({
  stock_item: fixed(
    Field.ref('inventory:stock_item', {
      onDelete: 'keep',
      description: 'What is out. Of less than an item a piece is split off, which this names from then on.',
    }),
  ),
  part: Type.Optional(computed(Field.ref('inventory:part', { description: 'What the stock item is of.' }))),
  qty: Type.Optional(
    fixed(Field.decimal({ exclusiveMinimum: 0, description: 'How much of the stock item. Default: all of it.' })),
  ),
  holder: Type.Optional(Field.text({ minLength: 1, description: 'Who has it, where that is no member.' })),
  holder_user: Type.Optional(Field.user({ description: 'The member who has it.' })),
  due: Type.Optional(Field.datetime({ description: 'When it should be back.' })),
  status: Field.enum(LOAN_STATUSES),
  returned_qty: computed(
    Field.decimal({ default: 0, description: 'How much is no longer out, whatever became of it.' }),
  ),
  home: Type.Optional(
    computed(Field.ref('spaces:location', { onDelete: 'clear', description: 'Where it lay, and comes back to.' })),
  ),
  overdue: computed(Field.boolean({ default: false })),
  overdue_from: Type.Optional(computed(Field.datetime({ description: '`due` until it was told that it is past.' }))),
  note: Type.Optional(Field.text()),
});

export type LoanKind = KindDefinition<'inventory:loan', typeof loanFields>;
export type Loan = RecordOf<LoanKind>;

/** The kind for the rules that its definition stands on. */
export const loanRecord: LoanKind = foreignKind('inventory:loan', loanFields);

export function isOut({ fields: { status } }: Loan): boolean {
  return status === 'out' || status === 'partly_returned';
}
