import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { id, name, NAMED_PART, partId, qty, stockItemId } from '../event-fields.js';
import { DISPOSITIONS } from './disposition.js';

const fields = {
  loanId: Field.ref('inventory:loan'),
  partId,
  partName: name,
  stockItemId: Type.Optional(stockItemId),
  qty,
  holder: Type.Optional(Type.String()),
  holderId: Type.Optional(Type.String({ format: 'uuid' })),
  due: Type.Optional(Type.String()),
};
const LOAN = { loanId: id(9), ...NAMED_PART, stockItemId: id(2), qty: 1, holder: 'Makerspace Aachen' };
const DUE = '2026-06-30T16:00:00.000Z';
const LINK = '/modules/inventory/records/loan/{loanId}';

export const loanStarted = defineEvent({
  name: 'inventory.loan.started',
  title: 'Loan started',
  payload: Type.Object(fields),
  example: { ...LOAN, due: DUE },
});

export const loanReturned = defineEvent({
  name: 'inventory.loan.returned',
  title: 'Loan returned',
  description: '`qty` was returned or written off, as `disposition` says. `remaining` is still on loan.',
  payload: Type.Object({
    ...fields,
    disposition: Type.Unsafe<string>({ type: 'string', enum: DISPOSITIONS }),
    remaining: qty,
  }),
  example: { ...LOAN, disposition: 'returned', remaining: 0 },
});

export const loanOverdue = defineEvent({
  name: 'inventory.loan.overdue',
  title: 'Loan overdue',
  description: 'The loan is past its due time. Emitted once per due time.',
  payload: Type.Object({ ...fields, due: Type.String() }),
  example: { ...LOAN, due: DUE },
  notification: { message: '{partName} was due back on {due}.', link: LINK, priority: 'high' },
});

export const loanEvents = [loanStarted, loanReturned, loanOverdue] as const;
