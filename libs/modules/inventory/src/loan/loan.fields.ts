import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const LOAN_STATUSES = ['out', 'partly_returned', 'returned', 'lost'] as const;

export const loanFields = Type.Object({
  stock_item: fixed(
    Field.ref('inventory:stock_item', {
      title: 'Stock item',
      onDelete: 'keep',
      description:
        'The stock item on loan. If `qty` is less than the item holds, that quantity is split off, and this refers to the new item.',
    }),
  ),
  part: Type.Optional(
    computed(Field.ref('inventory:part', { title: 'Part', description: 'The part of the stock item.' })),
  ),
  qty: Type.Optional(
    fixed(
      Field.decimal({
        title: 'Quantity',
        ui: { widget: 'quantity', unit: { field: 'part.unit' } },
        exclusiveMinimum: 0,
        description: 'Quantity on loan. Default: all of the stock item.',
      }),
    ),
  ),
  holder: Type.Optional(
    Field.text({ title: 'Borrower', minLength: 1, description: 'Name of the borrower, if it is not a member.' }),
  ),
  holder_user: Type.Optional(Field.user({ title: 'Member', description: 'The member who borrowed it.' })),
  due: Type.Optional(
    Field.datetime({ title: 'Due', ui: { widget: 'relative' }, description: 'When the stock should be returned.' }),
  ),
  status: Field.enum(LOAN_STATUSES, {
    title: 'Status',
    description: '`lost` if all of it was lost, otherwise the loan ends as `returned`. Changed by `inventory:return`.',
    ui: {
      widget: 'status',
      tone: { info: { in: ['out', 'partly_returned'] }, ok: { is: 'returned' }, bad: { is: 'lost' } },
    },
  }),
  exact_qty: Type.Optional(
    computed(
      Field.text({
        title: 'Exact quantity',
        ui: { hidden: true },
        description: 'Quantity on loan without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  ),
  returned_qty: computed(
    Field.decimal({
      title: 'Returned',
      ui: { widget: 'quantity', unit: { field: 'part.unit' } },
      default: 0,
      description: 'Quantity that is no longer on loan, whatever its disposition.',
    }),
  ),
  home: Type.Optional(
    computed(
      Field.ref('spaces:location', {
        title: 'Home location',
        onDelete: 'clear',
        description: 'Location before the loan, to which it is returned.',
      }),
    ),
  ),
  overdue: computed(
    Field.boolean({
      title: 'Overdue',
      ui: { tone: { bad: { is: true } } },
      default: false,
      description: 'The due time has passed and not all of the stock is returned.',
    }),
  ),
  overdue_from: Type.Optional(
    computed(
      Field.datetime({
        title: 'Overdue from',
        ui: { hidden: true },
        description: '`due`, until the loan is marked as overdue.',
      }),
    ),
  ),
  note: Type.Optional(
    Field.text({ title: 'Note', description: 'Free text, for example what the stock was lent for.' }),
  ),
});

export type LoanKind = KindDefinition<'inventory:loan', typeof loanFields>;
export type Loan = RecordOf<LoanKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const loanRecord: LoanKind = foreignKind('inventory:loan', loanFields);

export function isOut({ fields: { status } }: Loan): boolean {
  return status === 'out' || status === 'partly_returned';
}

/** `40 g: Bob`, or the quantity alone of what a member borrowed. */
export function loanTitle({ qty = 0, holder }: Pick<Loan['fields'], 'qty' | 'holder'>, unit?: string): string {
  const quantity = unit === undefined ? String(qty) : `${qty} ${unit}`;
  return holder === undefined ? quantity : `${quantity}: ${holder}`;
}
