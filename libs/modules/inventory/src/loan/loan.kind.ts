import { defineKind } from '@cubit/core';
import { stockItemCreated, stockItemSplit } from '../events.js';
import { loanOverdue, loanStarted } from './loan-events.js';
import { applyLoanRules, applyLoanEffects } from './loan-rules.js';
import { loanFields, loanTitle } from './loan.fields.js';
import { loanHints } from './loan.hints.js';

const giveBack = ['inventory:return'] as const;

export const loan = defineKind({
  id: 'inventory:loan',
  title: ['Loan', 'Loans'],
  description: 'Stock that is lent to somebody. It is not on hand until it is returned.',
  access: 'read-only',
  fields: loanFields,
  titleOf: (fields) => loanTitle(fields),
  search: ['holder', 'note'],
  index: ['part', 'stock_item', 'status', 'due', 'holder_user'],
  lifecycle: {
    field: 'status',
    initial: 'out',
    states: {
      out: { to: { partly_returned: giveBack, returned: giveBack, lost: giveBack } },
      partly_returned: { to: { returned: giveBack } },
      returned: { to: {} },
      lost: { to: {} },
    },
  },
  emits: [loanStarted, loanOverdue, stockItemCreated, stockItemSplit],
  ui: loanHints,
  async beforeWrite(context, drafts) {
    await applyLoanRules(context, drafts);
  },
  async onWrite(context, changes) {
    await applyLoanEffects(context, changes);
  },
});
