import { readFileSync, writeFileSync } from 'node:fs';
import { BUILT_IN_MODULES } from '@cubit/api';
import { undescribed } from '@cubit/module-kit';
import { describe, expect, it } from '@jest/globals';
import { describeModule, moduleFaults } from './entries/describe-module.js';
import { ROOT } from './workspace.js';

const GOLDEN = `${ROOT}tools/packaging/golden/first-party.txt`;
/** `inventory 812`: a module, and how many titles and descriptions it lacks. */
const gaps = BUILT_IN_MODULES.flatMap((module) => {
  const found = undescribed(describeModule(module) as Parameters<typeof undescribed>[0]);
  return found.length === 0 ? [] : [`${module.name} ${found.length}`];
}).sort();

// What third parties are measured by. A number may only become smaller; UPDATE_GOLDEN=1 writes it.
describe('the modules of every instance', () => {
  it.each(BUILT_IN_MODULES.map((module) => [module.name, module] as const))('%s is accepted', (_, module) => {
    expect(moduleFaults(module)).toEqual([]);
  });

  it('lack as many titles and descriptions as the golden list has', () => {
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, `${gaps.join('\n')}\n`);

    expect(gaps).toEqual(readFileSync(GOLDEN, 'utf8').trimEnd().split('\n'));
  });
});
