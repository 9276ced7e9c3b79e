import { BUILT_IN_MODULES } from '@cubit/api';
import { undescribed } from '@cubit/module-kit';
import { describe, expect, it } from '@jest/globals';
import { describeModule } from '@cubit/modules';
import { moduleFaults } from './entries/module-faults.js';

const gaps = BUILT_IN_MODULES.flatMap((module) =>
  undescribed(describeModule(module) as Parameters<typeof undescribed>[0]),
);

// What third parties are measured by.
describe('the modules of every instance', () => {
  it.each(BUILT_IN_MODULES.map((module) => [module.name, module] as const))('%s is accepted', (_, module) => {
    expect(moduleFaults(module)).toEqual([]);
  });

  it('lack no title and no description', () => {
    expect(gaps).toEqual([]);
  });
});
