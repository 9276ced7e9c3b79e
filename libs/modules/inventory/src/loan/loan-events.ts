import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { id, NAMED_PART, partId, partName, quantity, remaining, stockItemId } from '../event-fields.js';
import { DISPOSITIONS, dispositionText } from './disposition.js';
import { loanFields } from './loan.fields.js';

const due = Field.described(loanFields.properties.due, Type.String());
const payload = (qty: string) => ({
  loanId: Field.ref('inventory:loan', { title: 'Loan', description: 'Id of the loan.' }),
  partId,
  partName,
  stockItemId: Type.Optional(stockItemId),
  qty: quantity('Quantity', qty),
  holder: Type.Optional(Field.described(loanFields.properties.holder, Type.String())),
  holderId: Type.Optional(Field.described(loanFields.properties.holder_user, Type.String({ format: 'uuid' }))),
  due: Type.Optional(due),
});
const LOAN = { loanId: id(9), ...NAMED_PART, stockItemId: id(2), qty: 1, holder: 'Makerspace Aachen' };
const DUE = '2026-06-30T16:00:00.000Z';
const LINK = '/modules/inventory/records/loan/{loanId}';

export const loanStarted = defineEvent({
  name: 'inventory.loan.started',
  title: 'Loan started',
  description: 'Stock was lent. It is not on hand until it is returned.',
  payload: Type.Object(payload('Quantity that was lent.')),
  example: { ...LOAN, due: DUE },
});

export const loanReturned = defineEvent({
  name: 'inventory.loan.returned',
  title: 'Loan returned',
  description: '`qty` was returned or written off, as `disposition` says. `remaining` is still on loan.',
  payload: Type.Object({
    ...payload('Quantity that was returned or written off.'),
    disposition: Type.Unsafe<string>({ type: 'string', enum: DISPOSITIONS, ...dispositionText }),
    remaining: remaining('Quantity that is still on loan.'),
  }),
  example: { ...LOAN, disposition: 'returned', remaining: 0 },
});

export const loanOverdue = defineEvent({
  name: 'inventory.loan.overdue',
  title: 'Loan overdue',
  description: 'The loan is past its due time. Emitted once per due time.',
  payload: Type.Object({ ...payload('Quantity that is still on loan.'), due }),
  example: { ...LOAN, due: DUE },
  notification: { message: '{partName} was due back on {due}.', link: LINK, priority: 'high' },
});

export const loanEvents = [loanStarted, loanReturned, loanOverdue] as const;
