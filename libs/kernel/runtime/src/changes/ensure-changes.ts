import type { Database } from '@cubit/database';
import { isOlderVersion, type Logger, type RegisteredModule, type Registry } from '@cubit/core/host';
import { applyChanges } from './apply-changes.js';
import type { DeclaredNames } from './declared-names.js';
import { declaredData, isSameData, type ModuleData, readModuleData, storeModuleData } from './module-data.js';
import type { ProcessLease } from '../processes/process-lease.js';
import type { OnStep } from '../processes/start-progress.js';
import { type ModulePlan, planChanges } from './plan-changes.js';

/** Modules do not fit the records that other versions of them wrote. Nothing was changed. */
export class ModuleChangeError extends Error {
  override readonly name = 'ModuleChangeError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The modules do not fit the records of this instance:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Fields of a module of another package change with its version only: what the version says of the records would be wrong otherwise. */
export interface PackageRule {
  /** Names of such modules. */
  readonly names: ReadonlySet<string>;
  /** What happens if fields changed without a later version, and would lose or hide values. `warn`: while a module is developed. */
  readonly onUnversioned: 'refuse' | 'warn';
}

export interface ChangeOptions {
  readonly database: Database;
  readonly registry: Registry;
  readonly names: readonly DeclaredNames[];
  readonly lease: Pick<ProcessLease, 'otherVersion' | 'keep'>;
  /** Default: no module is of another package. */
  readonly packages?: PackageRule | undefined;
  readonly log?: Logger | undefined;
  readonly onStep?: OnStep;
}

/**
 * Compares the modules with what wrote the records of the instance. Applies what they declare, and refuses what would lose or hide values. One
 * statement if nothing differs.
 */
export async function ensureChanges(options: ChangeOptions): Promise<void> {
  const { database, packages, log } = options;
  const { plans, faults, fresh } = await planModules(options);
  if (faults.length > 0) throw new ModuleChangeError(faults);
  for (const { module, faults: hidden } of plans.filter((plan) => isTold(plan, packages) && plan.faults.length > 0))
    log?.warn(
      { module, faults: hidden },
      'fields of a module changed without a later version: a start in production refuses it',
    );
  for (const plan of plans.filter(({ kinds }) => kinds.length > 0)) await apply(plan, options);
  const plain = plans.filter(({ kinds }) => kinds.length === 0).map(({ declared }) => declared);
  if (fresh.length + plain.length > 0)
    await database.transaction((tx) => storeModuleData(tx.db, [...fresh, ...plain], tx.now));
  for (const { module, from, to } of plans)
    log?.info({ module, from, to }, 'the records fit a module that has changed');
}

/** What a start with some modules changes. */
export interface InstancePlan {
  /** Of modules that differ from what wrote their records. */
  readonly plans: readonly ModulePlan[];
  /** Why the start is refused; empty if it is not. */
  readonly faults: readonly string[];
  /** What modules declare that have no records yet. */
  readonly fresh: readonly ModuleData[];
}

/** Compares the modules with what wrote the records of the instance. Reads only. */
export async function planModules({
  database,
  registry,
  names,
  packages,
}: Pick<ChangeOptions, 'database' | 'registry' | 'names' | 'packages'>): Promise<InstancePlan> {
  const stored = await readModuleData(database.db);
  const modules = [...registry.modules.values()];
  const fresh = modules.filter(({ name }) => !stored.has(name)).map(declaredData);
  const differing = modules.flatMap((module): Differing[] => {
    const data = stored.get(module.name);
    return data && (data.plan !== null || !isSameData(data, declaredData(module))) ? [{ module, data }] : [];
  });
  const versions = differing.flatMap(({ module, data }) => versionFaults(module, data));
  if (versions.length > 0) return { plans: [], faults: versions, fresh };
  const plans: ModulePlan[] = [];
  for (const { module, data } of differing)
    plans.push(
      await planChanges({
        db: database.db,
        module,
        stored: data,
        names,
        isOfPackage: packages?.names.has(module.name) === true,
      }),
    );
  return { plans, faults: plans.flatMap((plan) => (isTold(plan, packages) ? [] : plan.faults)), fresh };
}

/** Fields changed without a later version, which is a warning in development. */
function isTold({ from, to }: ModulePlan, packages: PackageRule | undefined): boolean {
  return from === to && packages?.onUnversioned === 'warn';
}

interface Differing {
  readonly module: RegisteredModule;
  readonly data: ModuleData;
}

function versionFaults(module: RegisteredModule, data: ModuleData): string[] {
  const { name, definition } = module;
  if (data.plan !== null && data.plan.version !== definition.version)
    return [
      `Module '${name}' ${definition.version}: the change of its records to ${data.plan.version} is under way; start with ${data.plan.version}, which completes it.`,
    ];
  if (isOlderVersion(definition.version, data.version))
    return [
      `Module '${name}' ${definition.version} is older than ${data.version}, which wrote its data; install ${data.version} or later.`,
    ];
  return [];
}

async function apply(
  plan: ModulePlan,
  { database, names, lease, log, onStep = () => {} }: ChangeOptions,
): Promise<void> {
  const other = await lease.otherVersion(plan.module);
  if (other !== null)
    throw new ModuleChangeError([
      `Module '${plan.module}' ${plan.to} changes records, and a process with ${other} still runs; stop it, and start again.`,
    ]);
  await applyChanges(plan, { database, names, log, onStep, keepLease: () => lease.keep() });
}
