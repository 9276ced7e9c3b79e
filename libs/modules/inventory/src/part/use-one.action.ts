import { settings } from '../settings.js';
import { exactOfPart } from './unit.js';
import { defineAction } from '@cubit/core';
import { stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { findStockWithSubstitutes, withdrawWithSubstitutes } from '../stock/substitutes.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';
import { checkAvailability } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';
import { undoPosting } from '../movement/undo-posting.js';

export const useOne = defineAction({
  id: 'inventory:use_one',
  title: 'Use one',
  description: 'Uses one unit of stock. Meant for buttons and scanners.',
  appliesTo: [part, stockItem],
  input: input(postingInput),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  settings,
  ui: {
    done: 'Used 1 of {title}, {record.available} left, {record.qty} left',
    icon: 'package-minus',
    tone: 'primary',
    key: '1',
    order: 10,
    hidden: ['cause_key'],
    bulk: true,
  },
  undoneBy: 'inventory:reverse',
  undo: () => undoPosting,
  example: { title: 'Use one', input: {} },
  lookup: findStockWithSubstitutes,
  available: (target, context) =>
    checkAvailability(target, context, { minimum: (owner) => exactOfPart(owner, 1), path: '/record' }),
  repeated: isPosted,
  async run(context, record, { reason, cause_key: causeKey }) {
    const target = await stockTarget(context, record);
    return postStock(context, { part: target.part, details: { type: 'use', reason, causeKey } }, (posting) =>
      withdrawWithSubstitutes(context, { target, qty: exactOfPart(target.part, 1), posting, path: '/record' }),
    );
  },
});
