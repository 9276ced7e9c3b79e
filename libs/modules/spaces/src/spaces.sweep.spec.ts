import { moduleSweep } from '@cubit/testing';
import { inventory } from './fixtures/inventory.module.js';
import { spaces } from './spaces.module.js';

moduleSweep(spaces, {
  modules: [inventory],
  targets: {
    'spaces:export_plan': async ({ create }) => ({ record: await create('spaces:location', { type: 'site' }) }),
    'spaces:locate': async ({ create }) => {
      const part = await create('inventory:part');
      await create('inventory:stock_item', { part: part.id, location: (await create('spaces:location')).id });
      return { record: part };
    },
    // A bin holds the part already.
    'spaces:suggest_bin': async ({ create }) => {
      const part = await create('inventory:part');
      await create('inventory:stock_item', { part: part.id, location: (await create('spaces:location')).id });
      return { record: part };
    },
  },
  emittedBySpecs: ['spaces.location.emptied', 'spaces.plan.imported', 'spaces.plan.superseded'],
});
