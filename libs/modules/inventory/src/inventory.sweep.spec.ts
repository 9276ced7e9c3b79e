import { moduleSweep, type SweepSetup } from '@cubit/testing';
import { digifab } from './fixtures/digifab.module.js';
import { projects } from './fixtures/projects.module.js';
import { spaces } from './fixtures/spaces.module.js';
import { inventory } from './inventory.module.js';

const PLENTY = 1_000;

/** A part with stock. */
async function stockedPart({ create }: SweepSetup) {
  const { fields } = await create('inventory:stock_item', { qty: PLENTY });
  return { kind: 'inventory:part', id: String(fields['part']) };
}

const onStockedPart = async (setup: SweepSetup) => ({ record: await stockedPart(setup) });

/** An assembly whose component is in stock. */
async function assembly(setup: SweepSetup) {
  const component = await stockedPart(setup);
  const { fields } = await setup.create('inventory:bom_line', { component: component.id });
  return { kind: 'inventory:part', id: String(fields['assembly']) };
}

/** A use of a stock item. */
async function use({ run }: SweepSetup, item: { readonly kind: string; readonly id: string }) {
  const { movements } = await run('inventory:use', item);
  const [{ id }] = movements as [{ readonly id: string }];
  return { kind: 'inventory:movement', id };
}

moduleSweep(inventory, {
  modules: [spaces, projects, digifab],
  fields: {
    'inventory:reservation': async (_index, setup) => {
      const { id: part } = await stockedPart(setup);
      return { part, qty: 4, for: { kind: 'inventory:part', id: part } };
    },
  },
  records: {
    'inventory:build': async (setup, fields) =>
      setup.create('inventory:build', { assembly: fields['assembly'] ?? (await assembly(setup)).id, ...fields }),
    'inventory:loan': async ({ create, run }) => {
      const { loans } = await run('inventory:lend', await create('inventory:stock_item'));
      return { kind: 'inventory:loan', id: (loans as [string])[0] };
    },
    'inventory:movement': async (setup) => use(setup, await setup.create('inventory:stock_item')),
  },
  targets: {
    'inventory:use': onStockedPart,
    'inventory:use_one': onStockedPart,
    'inventory:adjust': onStockedPart,
    'inventory:reserve': onStockedPart,
    'inventory:issue_kit': async (setup) => ({ record: await assembly(setup) }),
    'inventory:set': async ({ create }) => {
      const record = await create('inventory:part', { unit: 'g' });
      await create('inventory:stock_item', { part: record.id });
      return { record };
    },
    'inventory:replace': async ({ create }) => {
      const record = await create('inventory:part', { replace_every_days: 30 });
      await create('inventory:stock_item', { part: record.id });
      return { record };
    },
    'inventory:merge': async ({ create }) => {
      const record = await create('inventory:stock_item');
      const other = await create('inventory:stock_item', { part: record.fields['part'] });
      return { record, input: { items: [other.id] } };
    },
    'inventory:transfer_usage': async (setup) => {
      const used = await setup.create('inventory:stock_item');
      const other = await setup.create('inventory:stock_item', { part: used.fields['part'] });
      return { record: await use(setup, used), input: { to_stock_item: other.id } };
    },
    'inventory:record_count': async ({ create }) => {
      const { id: line } = await create('inventory:stock_item');
      return { record: await create('inventory:count'), input: { line, counted: 42 } };
    },
    'inventory:complete_build': async ({ create, run }) => {
      const record = await create('inventory:build');
      await run('inventory:issue_build', record);
      await run('inventory:complete_output', record);
      return { record, input: { accept_incomplete: true } };
    },
    'inventory:return_leftovers': async (setup) => {
      const part = await stockedPart(setup);
      await setup.run('inventory:use', part, { qty: 20, for: part });
      return { record: null, input: { for: part, lines: [{ part: part.id, qty: 10 }] } };
    },
  },
  emittedBySpecs: [
    'inventory.part.replace_due',
    'inventory.reservation.expired',
    'inventory.stock.exceeded',
    'inventory.print_usage.posted',
    'inventory.stock.expiring',
    'inventory.shortage.detected',
  ],
});
