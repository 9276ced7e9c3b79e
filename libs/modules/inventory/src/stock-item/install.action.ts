import { defineAction, Field, validationFailed, type ModuleContext } from '@cubit/core';
import { stockChanged, stockDepleted, stockItemInstalled, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assertThere, stockTarget } from '../stock/stock-target.js';
import { stockItem, type StockItem } from './stock-item.kind.js';

const MAX_DEPTH = 32;
const path = '/input/into';

export const install = defineAction({
  id: 'inventory:install',
  title: 'Install',
  description: 'Builds a stock item into another: it is no longer on hand, and goes where that goes.',
  appliesTo: [stockItem],
  input: input({ into: Field.ref('inventory:stock_item'), ...said }),
  output: postingResult,
  emits: [stockItemInstalled, stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:uninstall',
  example: { title: 'A spindle into a router', input: { into: '0192f0c1-2d3e-7000-8000-000000000009' } },
  available: ({ fields }) => fields.installed_in === undefined || 'it is installed already',
  async run(context, item, { into, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    assertThere(item);
    await refuseCircle(context, item, into);
    return postStock(context, { part, details: { type: 'install', reason, causeKey } }, (posting) =>
      context.records.update(
        stockItem,
        item.id,
        { installed_in: into, location: null },
        { note: posting.note(), path: () => path },
      ),
    );
  },
});

/** What is above is locked on the way up: two installations at the same time cannot close a circle between them. */
async function refuseCircle(context: ModuleContext, item: StockItem, into: string): Promise<void> {
  const refuse = (code: string, message: string) => {
    throw validationFailed([{ path, code, message }]);
  };
  let above: string | undefined = into;
  for (let depth = 0; above !== undefined; depth += 1) {
    if (above === item.id) refuse('cycle', 'It would be installed in itself.');
    if (depth > MAX_DEPTH) refuse('too_deep', `More than ${MAX_DEPTH} levels.`);
    const found: ReadonlyMap<string, StockItem> = await context.records.lock(stockItem, [above]);
    if (!found.has(above)) refuse('unknown_reference', `There is no stock item with the id ${above}.`);
    above = found.get(above)?.fields.installed_in;
  }
}
