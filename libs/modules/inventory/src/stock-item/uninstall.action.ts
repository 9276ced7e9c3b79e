import { defineAction, Field } from '@cubit/core';
import { partStocked, stockChanged, stockItemUninstalled, stockRecovered } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { stockItem } from './stock-item.kind.js';
import { isPosted } from '../movement/is-posted.js';

const path = (field: string) => `/input/${field}`;

export const uninstall = defineAction({
  id: 'inventory:uninstall',
  title: 'Remove from assembly',
  description: 'Removes a stock item from the one that it is installed in. Puts it at `location`.',
  appliesTo: [stockItem],
  input: input({
    location: Field.ref('spaces:location', { title: 'Location', description: 'Where the stock item is put.' }),
    ...postingInput,
  }),
  output: postingResult,
  emits: [stockItemUninstalled, stockChanged, stockRecovered, partStocked],
  agent: { words: ['remove', 'take out', 'dismount', 'detach'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:install',
  ui: { done: 'Removed {title} from its assembly', icon: 'unlink', order: 125, hidden: ['cause_key'] },
  undo:
    (_context, { fields: { installed_in: into } }) =>
    ({ duplicate }) =>
      into === undefined || duplicate === true ? null : { input: { into } },
  example: { title: 'Put it back on the shelf', input: { location: '0192f0c1-2d3e-7000-8000-000000000004' } },
  available: ({ fields }) => fields.installed_in !== undefined || 'it is not installed',
  repeated: isPosted,
  async run(context, item, { location, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    return postStock(context, { part, details: { type: 'uninstall', reason, causeKey } }, (posting) =>
      context.records.update(stockItem, item.id, { installed_in: null, location }, { note: posting.note(), path }),
    );
  },
});
