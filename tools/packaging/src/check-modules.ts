/**
 * `npm run check:modules -- spaces devices`: the rules of `cubit-module check` that need no package, for modules of this
 * repository; without names, for every module in libs/modules. Runs the specs of a module, unless they ran since it changed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILT_IN_MODULES } from '@cubit/api';
import type { ModuleDefinition } from '@cubit/core';
import {
  type ModuleDescription,
  readTestRecord,
  undescribed,
  unemittedEvents,
  unrunJobs,
  unstatedEffects,
  untakenTransitions,
  untestedActions,
  unswept,
  untestedUpgrades,
  widePermissions,
} from '@cubit/module-kit';
import { describeModule, moduleFaults } from './entries/describe-module.js';
import { ROOT } from './workspace.js';

/** The result of the specs of a module. */
interface SpecResult {
  readonly passed: boolean;
  /** The file of what they did. */
  readonly record: string;
}
const { resultOf } = (await import(pathToFileURL(join(ROOT, 'tools/test-runner/module-records.mjs')).href)) as {
  resultOf(name: string): SpecResult | null;
};

const failed = modulesNamed(process.argv.slice(2)).map(failedRules);
process.exitCode = failed.some((count) => count > 0) ? 1 : 0;

function modulesNamed(names: readonly string[]): readonly ModuleDefinition[] {
  const unknown = names.filter((name) => !BUILT_IN_MODULES.some((module) => module.name === name));
  if (unknown.length > 0) throw new Error(`There is no module ${unknown.join(', ')}.`);
  return BUILT_IN_MODULES.filter(({ name }) =>
    names.length > 0 ? names.includes(name) : existsSync(join(ROOT, pathOf(name))),
  );
}

function pathOf(name: string): string {
  return `libs/modules/${name}/`;
}

/** Prints a line for each rule, and what breaks it. */
function failedRules(module: ModuleDefinition): number {
  const description = describeModule(module) as ModuleDescription;
  const earlier = resultOf(module.name);
  const result = earlier?.passed ? earlier : runSpecs(module.name);
  const record = readTestRecord(result.record);
  const rules: readonly (readonly [name: string, faults: readonly string[]])[] = [
    ['an instance accepts the declarations', moduleFaults(module)],
    ['every action states its three effects', unstatedEffects(description)],
    ['everything has a title and a description', undescribed(description)],
    // A module of routes alone declares nothing to sweep.
    ['moduleSweep is one of the specs', module.kinds || module.actions ? unswept(join(ROOT, pathOf(module.name))) : []],
    ['the specs pass', result.passed ? [] : ['npm test fails: correct what it names above.']],
    ['each action is tested for success and for a refusal', untestedActions(description, record)],
    ['each event is emitted by a spec', unemittedEvents(description, record)],
    ['each job is run by a spec', unrunJobs(description, record)],
    ['each transition of a lifecycle is taken in a spec', untakenTransitions(description, record)],
    ['each upgrade runs in a spec with records of an earlier version', untestedUpgrades(description, record)],
    ['permissions are the least that the specs need', widePermissions(description, record)],
  ];
  for (const [name, faults] of rules) {
    process.stdout.write(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${module.name}: ${name}\n`);
    for (const fault of faults) process.stdout.write(`     ${fault}\n`);
  }
  return rules.filter(([, faults]) => faults.length > 0).length;
}

function runSpecs(name: string): SpecResult {
  spawnSync(process.execPath, ['tools/test-runner/run.mjs', pathOf(name)], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return resultOf(name) ?? { passed: false, record: '' };
}
