import { createHash } from 'node:crypto';
import { createRegistry, type ModulePermissions, type Registry } from '@cubit/core/host';
import { type InstalledModule, loadModules, readArchives, readInstalled } from '@cubit/modules';
import { type InstancePlan, type KindRecords, planModules, recordsByWorkspace } from '@cubit/runtime';
import { BUILT_IN_MODULES } from '../../built-in-modules.js';
import { loadOptions, packageRule } from '../../modules.js';
import { kernelParts } from '../../start.js';
import { CommandError } from '../command-error.js';
import type { Instance } from './instance.js';
import { pinnedModules } from './pinned-modules.js';
import type { Candidate } from './read-candidate.js';

/** What an archive would change in the instance. */
export interface CandidatePlan {
  readonly candidate: Candidate;
  readonly contract: string;
  /** The version that it replaces; null: none is installed. */
  readonly from: string | null;
  /** The archive is installed already. */
  readonly isInstalled: boolean;
  /** It differs from what wrote the records of the module. */
  readonly isPending: boolean;
  readonly permissions: ModulePermissions | null;
  /** Of `permissions`, what the installed version does not have. */
  readonly added: readonly string[];
  /** Kinds whose records change. */
  readonly kinds: readonly KindRecords[];
  /** Views and wires that are rewritten: `view 'Fast' of workspace 'lab' names 'speed'`. */
  readonly uses: readonly string[];
  /** Why the instance refuses it; empty if it does not. */
  readonly faults: readonly string[];
  /** Identifies what would be done. */
  readonly hash: string;
}

/**
 * Compares an archive with the instance. Loads the module, and changes nothing. `others`: beside which other modules; those of the next start without
 * another process, or those that processes run.
 */
export async function planCandidate(
  instance: Instance,
  candidate: Candidate,
  others: 'staged' | 'active' = 'staged',
): Promise<CandidatePlan> {
  const { database, isPrepared } = instance;
  checkFree(instance, candidate);
  const installed = isPrepared ? await readInstalled(database.db) : [];
  const { registry, names, packages } = await registryWith(instance, candidate, others);
  const module = registry.modules.get(candidate.name);
  if (!module) throw new CommandError(`The archive has no module '${candidate.name}'; build it again.`);
  const none: InstancePlan = { plans: [], faults: [], fresh: [] };
  const all = isPrepared ? await planModules({ database, registry, names, packages }) : none;
  const plan = all.plans.find((one) => one.module === candidate.name);
  const { contract, permissions = null } = module.definition;
  const before = newest(installed, candidate.name);
  const counts = await recordsByWorkspace(database, plan?.kinds.map(({ kind }) => kind) ?? []);
  // A plan that is continued names every kind that it may change.
  const kinds = counts.filter(({ workspaces }) => workspaces.length > 0);
  const changes = [candidate.integrity, plan?.hash ?? '', kinds.map(({ kind }) => kind)];
  return {
    candidate,
    contract,
    from: before?.version ?? null,
    isInstalled: before?.integrity === candidate.integrity,
    isPending: plan !== undefined,
    permissions,
    added: missingIn(before?.permissions ?? null, permissions),
    kinds,
    uses: (plan?.uses ?? []).map(({ what, workspace, name }) => `${what} of workspace '${workspace}' names '${name}'`),
    faults: all.faults,
    hash: createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 16),
  };
}

/** An operator's setting wins over the database. */
function checkFree({ configuration }: Instance, { name }: Candidate): void {
  if (configuration.modulesOff.includes(name))
    throw new CommandError(`MODULES_OFF leaves out '${name}'; remove it there first.`);
  const pinned = pinnedModules(configuration).find((one) => one.name === name);
  if (pinned)
    throw new CommandError(`MODULES names '${pinned.specifier}', which is module '${name}'; change MODULES instead.`);
}

/** The modules that the next start without another process runs, or those that processes run, with the candidate. */
async function registryWith(
  { configuration, database, log, isPrepared }: Instance,
  candidate: Candidate | null,
  which: 'staged' | 'active' = 'staged',
) {
  const archives = isPrepared ? await readArchives(database.db, which) : [];
  const others = archives.filter(({ name }) => name !== candidate?.name);
  const installed = candidate ? [...others, candidate] : others;
  const { modules, foreign } = await loadModules(loadOptions({ ...configuration, modulesOnFault: 'stop' }, installed));
  const packages = packageRule(configuration, foreign);
  const { options } = kernelParts(configuration, {
    database,
    modules: { modules, checked: new Set(BUILT_IN_MODULES), packages, modulesLeft: [] },
    log,
  });
  const names = options.capabilities.flatMap(({ names }) => names ?? []);
  return { registry: createRegistry(modules, new Set(BUILT_IN_MODULES)), names, packages };
}

/** The modules that the next start without another process runs. */
export async function stagedRegistry(instance: Instance): Promise<Registry> {
  return (await registryWith(instance, null)).registry;
}

function newest(installed: readonly InstalledModule[], name: string): InstalledModule | undefined {
  const own = installed.filter((one) => one.name === name && one.version !== null && one.state !== 'removed');
  return own.find(({ state }) => state === 'staged') ?? own[0];
}

function missingIn(before: ModulePermissions | null, after: ModulePermissions | null): readonly string[] {
  const known = new Set(permissionLines(before));
  return permissionLines(after).filter((line) => !known.has(line));
}

/** What a module may do outside of itself, a line each. */
export function permissionLines(permissions: ModulePermissions | null): readonly string[] {
  if (!permissions) return [];
  const { kinds = {}, invokes = [], egress = [] } = permissions;
  return [
    ...Object.entries(kinds).map(([kind, access]) => `${access === 'write' ? 'reads and writes' : 'reads'} ${kind}`),
    ...invokes.map((action) => `runs ${action}`),
    ...egress.map((host) => `sends requests to ${host}`),
  ];
}
