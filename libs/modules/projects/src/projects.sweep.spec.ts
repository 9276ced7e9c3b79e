import { moduleSweep } from '@cubit/testing';
import { warehouse } from './fixtures/warehouse.module.js';
import { projects } from './projects.module.js';

moduleSweep(projects, {
  modules: [warehouse],
  targets: {
    'projects:unassign': async ({ create, run }) => {
      const record = await create('projects:task');
      await run('projects:assign', record);
      return { record };
    },
    'projects:remove_dependency': async ({ create, run }) => {
      const record = await create('projects:task');
      const { dependency } = await run('projects:add_dependency', record);
      return { record, input: { dependency } };
    },
  },
  emittedBySpecs: ['projects.task.due_soon'],
});
