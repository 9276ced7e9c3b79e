import { defineAction } from '@cubit/core';
import { partReplaced, stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { withdraw } from '../stock/withdraw.js';
import { part } from './part.kind.js';

export const replace = defineAction({
  id: 'inventory:replace',
  title: 'Replace',
  description: 'Puts a fresh one into service: takes one unit, and `replace_every_days` counts anew.',
  appliesTo: [part],
  input: input(said),
  output: postingResult,
  emits: [partReplaced, stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  example: { title: 'A fresh filter', input: { reason: 'Clogged' } },
  available: ({ fields }) => fields.replace_every_days !== undefined || 'it has no replace_every_days',
  async run(context, record, { reason, cause_key: causeKey }) {
    const details = { type: 'use' as const, reason, causeKey };
    const posted = await postStock(context, { part: record, details }, (posting) =>
      withdraw(context, { target: { part: record, item: null }, qty: 1, posting, path: '/record' }),
    );
    if (posted.duplicate === true) return posted;
    const { id, title } = record;
    const { fields } = await context.records.update(part, id, { service_since: context.now.toISOString() });
    context.emit(partReplaced, { partId: id, partName: title, nextOn: fields.replace_due ?? '' });
    return posted;
  },
});
