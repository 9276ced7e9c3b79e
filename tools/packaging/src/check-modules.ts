/**
 * `npm run check:modules -- spaces devices`: the rules of `cubit-module check` that need no package, for modules of this
 * repository; without names, for every module in libs/modules. Runs the specs of a module, unless they ran since it changed.
 * With `--requests 2000`, also sends each so many arbitrary requests. `--fix` writes the tables of their READMEs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { BUILT_IN_MODULES } from '@cubit/api';
import type { ModuleDefinition } from '@cubit/core';
import {
  type ModuleDescription,
  readTestRecord,
  tableFaults,
  undescribed,
  unemittedEvents,
  unrunJobs,
  unstatedEffects,
  untakenTransitions,
  unloggedVersion,
  untestedActions,
  unswept,
  untestedUpgrades,
  widePermissions,
  writeTables,
} from '@cubit/module-kit';
import { describeModule } from '@cubit/modules';
import { moduleFaults } from './entries/module-faults.js';
import { drive } from './entries/test-server.js';
import { ROOT } from './workspace.js';

const FIRST_ERROR = 400;
/** One of so many requests has to succeed. */
const LEAST_SUCCESSES = 10;

/** The result of the specs of a module. */
interface SpecResult {
  readonly passed: boolean;
  /** The file of what they did. */
  readonly record: string;
}
const { resultOf } = (await import(pathToFileURL(join(ROOT, 'tools/test-runner/module-records.mjs')).href)) as {
  resultOf(name: string): SpecResult | null;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: 'string' }, fix: { type: 'boolean' } },
});
const chosen = modulesNamed(positionals);
if (values.fix) for (const module of chosen) writeTables(folderOf(module.name), descriptionOf(module));
const failed = chosen.map(failedRules);
if (values.requests !== undefined)
  for (const module of chosen) failed.push(await failedRequests(module, Number(values.requests)));
process.exitCode = failed.some((count) => count > 0) ? 1 : 0;

function modulesNamed(names: readonly string[]): readonly ModuleDefinition[] {
  const unknown = names.filter((name) => !BUILT_IN_MODULES.some((module) => module.name === name));
  if (unknown.length > 0) throw new Error(`There is no module ${unknown.join(', ')}.`);
  return BUILT_IN_MODULES.filter(({ name }) => (names.length > 0 ? names.includes(name) : existsSync(folderOf(name))));
}

function pathOf(name: string): string {
  return `libs/modules/${name}/`;
}

function folderOf(name: string): string {
  return join(ROOT, pathOf(name));
}

function descriptionOf(module: ModuleDefinition): ModuleDescription {
  return describeModule(module) as ModuleDescription;
}

/** Prints a line for each rule, and what breaks it. */
function failedRules(module: ModuleDefinition): number {
  const description = descriptionOf(module);
  const earlier = resultOf(module.name);
  const result = earlier?.passed ? earlier : runSpecs(module.name);
  const record = readTestRecord(result.record);
  const rules: readonly (readonly [name: string, faults: readonly string[]])[] = [
    ['an instance accepts the declarations', moduleFaults(module)],
    ['every action states its three effects', unstatedEffects(description)],
    ['everything has a title and a description', undescribed(description)],
    // A module of routes alone declares nothing to sweep.
    ['moduleSweep is one of the specs', module.kinds || module.actions ? unswept(folderOf(module.name)) : []],
    ['the specs pass', result.passed ? [] : ['npm test fails: correct what it names above.']],
    ['each action is tested for success and for a refusal', untestedActions(description, record)],
    ['each event is emitted by a spec', unemittedEvents(description, record)],
    ['each job is run by a spec', unrunJobs(description, record)],
    ['each transition of a lifecycle is taken in a spec', untakenTransitions(description, record)],
    ['each upgrade runs in a spec with records of an earlier version', untestedUpgrades(description, record)],
    ['permissions are the least that the specs need', widePermissions(description, record)],
    ['the tables of README.md are those of the module', tableFaults(folderOf(module.name), description)],
    ['CHANGELOG.md has the version', unloggedVersion(folderOf(module.name), module.version)],
  ];
  for (const [name, faults] of rules) print(module, name, faults);
  return rules.filter(([, faults]) => faults.length > 0).length;
}

/** A rule of the tier gold: no answer is a 5xx, or other than the document describes it. */
async function failedRequests(module: ModuleDefinition, count: number): Promise<number> {
  const startedAt = performance.now();
  const { faults, statuses } = await drive(module, count);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const successes = statuses.filter((status) => status < FIRST_ERROR).length;
  // Requests that are all refused would prove little.
  const few =
    successes < count / LEAST_SUCCESSES ? [`Only ${successes} requests succeeded: correct the examples.`] : [];
  const all = [...faults, ...few];
  print(module, `${count} arbitrary requests, of which ${successes} succeeded, in ${seconds} s`, all);
  return all.length > 0 ? 1 : 0;
}

function print(module: ModuleDefinition, rule: string, faults: readonly string[]): void {
  process.stdout.write(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${module.name}: ${rule}\n`);
  for (const fault of faults) process.stdout.write(`     ${fault}\n`);
}

function runSpecs(name: string): SpecResult {
  spawnSync(process.execPath, ['tools/test-runner/run.mjs', pathOf(name)], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return resultOf(name) ?? { passed: false, record: '' };
}
