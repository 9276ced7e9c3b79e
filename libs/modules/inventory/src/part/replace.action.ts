import { settings } from '../settings.js';
import { exactOfPart } from './unit.js';
import { defineAction } from '@cubit/core';
import { partReplaced, stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { withdraw } from '../stock/withdraw.js';
import { part } from './part.kind.js';
import { checkAvailability, findAvailableStock } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';

export const replace = defineAction({
  id: 'inventory:replace',
  title: 'Log replacement',
  description:
    'Puts a new unit into service. Uses one unit of stock and starts the interval `replace_every_days` again.',
  appliesTo: [part],
  input: input(postingInput),
  output: postingResult,
  emits: [partReplaced, stockChanged, stockLow, stockDepleted],
  agent: { words: ['change', 'swap', 'wear part', 'new one'] },
  effects: STOCK_EFFECTS,
  settings,
  ui: { done: 'Logged the replacement of {title}', icon: 'refresh-cw', order: 80, hidden: ['cause_key'] },
  example: { title: 'Replace the filter', input: { reason: 'Clogged' } },
  lookup: findAvailableStock,
  available: (target, context) =>
    target.fields.replace_every_days === undefined
      ? 'it has no interval of replacement'
      : checkAvailability(target, context, { minimum: (owner) => exactOfPart(owner, 1), path: '/record' }),
  repeated: isPosted,
  async run(context, record, { reason, cause_key: causeKey }) {
    const details = { type: 'use' as const, reason, causeKey };
    const posted = await postStock(context, { part: record, details }, (posting) =>
      withdraw(context, {
        target: { part: record, item: null },
        qty: exactOfPart(record, 1),
        posting,
        path: '/record',
      }),
    );
    if (posted.duplicate === true) return posted;
    const { id, title } = record;
    const { fields } = await context.records.update(part, id, { service_since: context.now.toISOString() });
    context.emit(partReplaced, { partId: id, partName: title, nextOn: fields.replace_due ?? '' });
    return posted;
  },
});
