import { defineAction, Field } from '@cubit/core';
import { stockChanged, stockItemUninstalled, stockRecovered } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { stockItem } from './stock-item.kind.js';

const path = (field: string) => `/input/${field}`;

export const uninstall = defineAction({
  id: 'inventory:uninstall',
  title: 'Uninstall',
  description: 'Takes a stock item out of the one that it is built into.',
  appliesTo: [stockItem],
  input: input({ location: Field.ref('spaces:location'), ...said }),
  output: postingResult,
  emits: [stockItemUninstalled, stockChanged, stockRecovered],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:install',
  example: { title: 'Back on the shelf', input: { location: '0192f0c1-2d3e-7000-8000-000000000004' } },
  available: ({ fields }) => fields.installed_in !== undefined || 'it is not installed',
  async run(context, item, { location, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    return postStock(context, { part, details: { type: 'uninstall', reason, causeKey } }, (posting) =>
      context.records.update(stockItem, item.id, { installed_in: null, location }, { note: posting.note(), path }),
    );
  },
});
