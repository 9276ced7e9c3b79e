import { defineAction, Field, type ModuleContext, validationFailed } from '@cubit/core';
import { stockChanged, stockDepleted, stockItemInstalled, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import type { StockItem } from './stock-item.fields.js';
import { stockItem } from './stock-item.kind.js';
import { checkOnHand } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';

const MAX_DEPTH = 32;
const path = '/input/into';

export const install = defineAction({
  id: 'inventory:install',
  title: 'Install in assembly',
  description: 'Installs a stock item in another one. It is no longer on hand and has no location of its own.',
  appliesTo: [stockItem],
  input: input({
    into: Field.ref('inventory:stock_item', { title: 'Into', description: 'The stock item that is the assembly.' }),
    ...postingInput,
  }),
  output: postingResult,
  emits: [stockItemInstalled, stockChanged, stockLow, stockDepleted],
  agent: { words: ['mount', 'fit', 'attach', 'build in'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:uninstall',
  ui: { done: 'Installed {title}', icon: 'component', order: 120, hidden: ['cause_key'] },
  undo:
    (_context, { fields: { location } }) =>
    ({ duplicate }) =>
      location === undefined || duplicate === true ? null : { input: { location } },
  example: { title: 'Install a spindle in a router', input: { into: '0192f0c1-2d3e-7000-8000-000000000009' } },
  available: (item) => (item.fields.installed_in === undefined ? checkOnHand(item) : 'it is installed already'),
  repeated: isPosted,
  async run(context, item, { into, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    await refuseCycle(context, item, into);
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

/** Locks each parent on the way up, so that two concurrent installations cannot create a cycle. */
async function refuseCycle(context: ModuleContext, item: StockItem, into: string): Promise<void> {
  const refuse = (code: string, message: string) => {
    throw validationFailed([{ path, code, message }]);
  };
  let above: string | undefined = into;
  for (let depth = 0; above !== undefined; depth += 1) {
    if (above === item.id) refuse('cycle', 'The stock item would be installed in itself.');
    if (depth > MAX_DEPTH) refuse('too_deep', `Stock items can be installed at most ${MAX_DEPTH} levels deep.`);
    const found: ReadonlyMap<string, StockItem> = await context.records.lock(stockItem, [above]);
    if (!found.has(above)) refuse('unknown_reference', 'The stock item does not exist.');
    above = found.get(above)?.fields.installed_in;
  }
}
