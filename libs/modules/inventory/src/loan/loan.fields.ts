import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const LOAN_STATUSES = ['out', 'partly_returned', 'returned', 'lost'] as const;

export const loanFields = Type.Object({
  stock_item: fixed(
    Field.ref('inventory:stock_item', {
      onDelete: 'keep',
      description:
        'The stock item on loan. If `qty` is less than the item holds, that quantity is split off, and this refers to the new item.',
    }),
  ),
  part: Type.Optional(computed(Field.ref('inventory:part', { description: 'The part of the stock item.' }))),
  qty: Type.Optional(
    fixed(Field.decimal({ exclusiveMinimum: 0, description: 'Quantity on loan. Default: all of the stock item.' })),
  ),
  holder: Type.Optional(Field.text({ minLength: 1, description: 'Name of the borrower, if it is not a member.' })),
  holder_user: Type.Optional(Field.user({ description: 'The member who borrowed it.' })),
  due: Type.Optional(Field.datetime({ description: 'When the stock should be returned.' })),
  status: Field.enum(LOAN_STATUSES),
  returned_qty: computed(
    Field.decimal({ default: 0, description: 'Quantity that is no longer on loan, whatever its disposition.' }),
  ),
  home: Type.Optional(
    computed(
      Field.ref('spaces:location', {
        onDelete: 'clear',
        description: 'Location before the loan, to which it is returned.',
      }),
    ),
  ),
  overdue: computed(Field.boolean({ default: false })),
  overdue_from: Type.Optional(computed(Field.datetime({ description: '`due`, until the loan is marked as overdue.' }))),
  note: Type.Optional(Field.text()),
});

export type LoanKind = KindDefinition<'inventory:loan', typeof loanFields>;
export type Loan = RecordOf<LoanKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const loanRecord: LoanKind = foreignKind('inventory:loan', loanFields);

export function isOut({ fields: { status } }: Loan): boolean {
  return status === 'out' || status === 'partly_returned';
}
