/**
 * `npm run check:modules -- spaces devices`: the rules of `cubit-module check` that need no package, for modules of this
 * repository; without names, for every module in libs/modules. Runs the specs of each module.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN_MODULES } from '@cubit/api';
import type { ModuleDefinition } from '@cubit/core';
import {
  type ModuleDescription,
  readTestRecord,
  undescribed,
  unemittedEvents,
  unstatedEffects,
  untakenTransitions,
  untestedActions,
  untestedUpgrades,
} from '@cubit/module-kit';
import { describeModule, moduleFaults } from './entries/describe-module.js';
import { ROOT } from './workspace.js';

const named = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'cubit-modules-'));
try {
  const found = modulesNamed(named).map(failedRules);
  process.exitCode = found.some((count) => count > 0) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

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
  const { code, record } = runSpecs(module.name);
  const rules: readonly (readonly [name: string, faults: readonly string[]])[] = [
    ['an instance accepts the declarations', moduleFaults(module)],
    ['every action states its three effects', unstatedEffects(description)],
    ['everything has a title and a description', undescribed(description)],
    ['the specs pass', code === 0 ? [] : ['npm test fails: correct what it names above.']],
    ['each action is tested for success and for a refusal', untestedActions(description, record)],
    ['each event is emitted by a spec', unemittedEvents(description, record)],
    ['each transition of a lifecycle is taken in a spec', untakenTransitions(description, record)],
    ['each upgrade runs in a spec with records of an earlier version', untestedUpgrades(description, record)],
  ];
  for (const [name, faults] of rules) {
    process.stdout.write(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${module.name}: ${name}\n`);
    for (const fault of faults) process.stdout.write(`     ${fault}\n`);
  }
  return rules.filter(([, faults]) => faults.length > 0).length;
}

function runSpecs(name: string) {
  const file = join(folder, `${name}.jsonl`);
  const { status } = spawnSync(process.execPath, ['tools/test-runner/run.mjs', pathOf(name)], {
    cwd: ROOT,
    env: { ...process.env, CUBIT_TEST_RECORD: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { code: status, record: readTestRecord(file) };
}
