import { moduleSweep, type SweepSetup } from '@cubit/testing';
import { projects, spaces, stocked } from './fixtures/workshop.modules.js';
import { purchases } from './purchases.module.js';

/** A placed order, and its first line. The example of `place` has a number of the supplier, which one order can have. */
async function placed({ create, run }: SweepSetup) {
  const order = await create('purchases:order');
  const line = await create('purchases:order_item', { order: order.id });
  await run('purchases:place', order, {});
  return { order, line };
}

const onPlacedOrder = async (setup: SweepSetup) => ({ record: (await placed(setup)).order });

moduleSweep(purchases, {
  modules: [spaces, stocked, projects],
  records: {
    // With a line.
    'purchases:order': async ({ create }, fields) => {
      const order = await create('purchases:order', fields);
      await create('purchases:order_item', { order: order.id });
      return order;
    },
    'purchases:receipt': async (setup) => {
      const { receipt } = await setup.run('purchases:receive', (await placed(setup)).line, {});
      return { kind: 'purchases:receipt', id: String(receipt) };
    },
  },
  targets: {
    'purchases:ship': onPlacedOrder,
    'purchases:mark_arrived': onPlacedOrder,
    'purchases:hold': onPlacedOrder,
    'purchases:resume': async (setup) => {
      const { order } = await placed(setup);
      await setup.run('purchases:hold', order);
      return { record: order };
    },
    'purchases:receive': async (setup) => {
      const { line } = await placed(setup);
      return { record: line, input: { lines: [{ order_item: line.id, qty: 2 }] } };
    },
    'purchases:close_short': async (setup) => {
      const { order, line } = await placed(setup);
      await setup.run('purchases:receive', line, {});
      return { record: order };
    },
    // Both need somebody who sells the part.
    'purchases:draft_from_low': async ({ create }) => {
      const { fields } = await create('purchases:supplier_part');
      return { record: { kind: 'inventory:part', id: String(fields['part']) } };
    },
    'purchases:order_request': async ({ create }) => {
      const { fields } = await create('purchases:supplier_part');
      return { record: await create('purchases:request', { part: fields['part'] }) };
    },
  },
  emittedBySpecs: ['purchases.order_item.price_changed', 'purchases.request.fulfilled'],
});
