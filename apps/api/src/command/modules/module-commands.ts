import { readInstalled, stageModule, stageRemoval } from '@cubit/modules';
import { switchModule } from '@cubit/runtime';
import type { Configuration } from '../../configuration.js';
import { CommandError } from '../command-error.js';
import type { CommandName } from '../commands.js';
import type { GivenOptions } from '../parse-arguments.js';
import { applyPlan } from './apply-plan.js';
import { ask } from '../ask.js';
import { operator } from '../operator.js';
import { type Instance, withInstance, withPreparedInstance } from './instance.js';
import { listModules, moduleLines } from './list-modules.js';
import { planCandidate, stagedRegistry } from './plan-candidate.js';
import { planJson, planLines } from './plan-lines.js';
import { readCandidate } from './read-candidate.js';

export type ModuleCommand = Extract<CommandName, `modules ${string}`>;

interface Given {
  readonly operand: string;
  readonly options: GivenOptions;
}

const [NOTHING, REFUSED, CHANGES] = [0, 1, 3] as const;

/** Runs a command about modules. Returns the exit code. Throws a `CommandError` for what cannot be done. */
export async function runModuleCommand(
  command: ModuleCommand,
  configuration: Configuration,
  given: Given,
): Promise<number> {
  if (command === 'modules list') return withInstance(configuration, (instance) => list(instance, given));
  if (command === 'modules plan') return withInstance(configuration, (instance) => plan(instance, given));
  if (command === 'modules add') return withPreparedInstance(configuration, (instance) => add(instance, given));
  if (command === 'modules apply') return withPreparedInstance(configuration, (instance) => applyPlan(instance, given));
  if (command === 'modules remove') return withPreparedInstance(configuration, (instance) => remove(instance, given));
  const enabled = command === 'modules enable';
  return withPreparedInstance(configuration, (instance) => change(instance, { ...given, enabled }));
}

async function list(instance: Instance, { options }: Given): Promise<number> {
  return print(moduleLines(await listModules(instance), options.has('json')));
}

async function plan(instance: Instance, { operand, options }: Given): Promise<number> {
  const found = await planCandidate(instance, readCandidate(operand));
  print(options.has('json') ? planJson(found) : planLines(found));
  if (found.faults.length > 0) return REFUSED;
  return found.isInstalled ? NOTHING : CHANGES;
}

async function add(instance: Instance, { operand, options }: Given): Promise<number> {
  const candidate = readCandidate(operand);
  const found = await planCandidate(instance, candidate);
  print(planLines(found));
  if (found.faults.length > 0) return REFUSED;
  if (found.isInstalled) return NOTHING;
  const { name, version } = candidate;
  if (!(await ask(`Install ${name} ${version}?`, options.has('yes')))) return print('Nothing was changed.\n', REFUSED);
  await stageModule(instance.database, candidate, operator());
  const apply = found.kinds.length > 0 ? `, or change its records before that: cubit modules apply ${found.hash}` : '';
  return print(
    `${name} ${version} is staged. Restart the program; with several processes, stop all of them first${apply}.\n`,
  );
}

async function remove(instance: Instance, { operand: name, options }: Given): Promise<number> {
  const installed = (await readInstalled(instance.database.db)).filter((one) => one.name === name);
  if (!installed.some(({ state }) => state !== 'removed')) throw new CommandError(`Module '${name}' is not installed.`);
  const registry = await stagedRegistry(instance);
  const dependents = [...registry.modules.values()].filter(({ definition }) => definition.requires?.includes(name));
  if (dependents.length > 0)
    throw new CommandError(
      `Module '${name}' is needed by ${dependents.map((one) => `'${one.name}'`).join(', ')}; remove that first.`,
    );
  const question = `Remove ${name}? Its records stay, and are hidden.`;
  if (!(await ask(question, options.has('yes')))) return print('Nothing was changed.\n', REFUSED);
  const done = await stageRemoval(instance.database, name, operator());
  return print(
    done === 'done'
      ? `${name} is removed.\n`
      : `${name} leaves the instance at the next start. Restart the program; with several processes, stop all of them first.\n`,
  );
}

async function change(
  instance: Instance,
  { operand: module, options, enabled }: Given & { readonly enabled: boolean },
): Promise<number> {
  const workspace = options.get('workspace') ?? '';
  await switchModule(instance.database, { registry: await stagedRegistry(instance), module, workspace, enabled });
  return print(`${module} is ${enabled ? 'enabled' : 'disabled'} in ${workspace}.\n`);
}

function print(text: string, code: number = NOTHING): number {
  process.stdout.write(text);
  return code;
}
