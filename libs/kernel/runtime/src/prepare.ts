import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Database,
  ensureDefaultTriggers,
  ensureExtensions,
  ensureKindViews,
  ensurePartitions,
  isMigrationDue,
  KERNEL_MIGRATIONS,
  migrate,
  type MigrationSet,
  type Release,
} from '@cubit/database';
import type { Logger, Registry } from '@cubit/core/host';
import { markEmptyKinds } from '@cubit/records';
import { type ChangeOptions, ensureChanges, type PackageRule } from './changes/ensure-changes.js';
import { databaseDefaults } from './upgrades/fill-defaults.js';
import { finishedUpgrades, skipEmptyUpgrades } from './upgrades/run-upgrades.js';
import { refuseDistantProcesses } from './processes/process-lease.js';
import type { OnStep } from './processes/start-progress.js';
import type { CapabilityFactory } from './capability/capability.js';

export interface PrepareOptions {
  /** Enters this process with the versions of its modules, once the tables are there. Absent: no other process runs. */
  readonly lease?: ChangeOptions['lease'] & { renew(): Promise<void> };
  readonly capabilities?: readonly CapabilityFactory[];
  /** Modules of other packages. Default: none. */
  readonly packages?: PackageRule;
  /** Absent: objects that the database user may not create are skipped silently. */
  readonly log?: Logger;
  /** Default: that of this source. */
  readonly release?: Release;
  /** Waits for another process (the command `migrate`) in place of migrating. Default false. */
  readonly wait?: boolean;
  /** Ends waiting. */
  readonly signal?: AbortSignal;
  readonly onStep?: OnStep;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Updates the database to the tables of the kernel and the kinds of the modules. Idempotent; safe if several
 * processes start at once.
 */
export async function prepareDatabase(
  database: Database,
  registry: Registry,
  options: PrepareOptions = {},
): Promise<void> {
  const { log, release, onStep, lease, capabilities = [] } = options;
  const sets = migrationSets(options.capabilities);
  if (release) await refuseDistantProcesses(database.db, release);
  if (options.wait) await waitForMigrations(database, sets, options);
  onStep?.({ reason: 'migrating: tables' });
  await ensureExtensions(database.db);
  const onWait = (owner: string) => log?.warn({ owner }, 'a migration waits for transactions that use its tables');
  await migrate(database.db, sets, { ...(release && { release }), contracts: false, onWait });
  await lease?.renew();
  await ensureChanges({
    database,
    registry,
    names: capabilities.flatMap(({ names }) => names ?? []),
    lease: lease ?? { otherVersion: () => Promise.resolve(null), keep: () => Promise.resolve() },
    packages: options.packages,
    log,
    ...(onStep && { onStep }),
  });
  await ensurePartitions(database.db, registry);
  const missing: string[] = [];
  const onSkip = (what: string, error: unknown) =>
    void missing.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  await ensureKindViews(database.db, registry, { onSkip });
  if (missing.length > 0) log?.warn({ missing }, 'the views for other programs are incomplete');
  await markEmptyKinds(database.db, registry);
  const done = await finishedUpgrades(database.db);
  await ensureDefaultTriggers(
    database.db,
    [...registry.kinds.values()].flatMap((kind) => databaseDefaults(kind, done)),
  );
  await skipEmptyUpgrades(database.db, registry, done);
}

/** The migrations of the kernel and of every capability. */
export function migrationSets(capabilities: readonly CapabilityFactory[] = []): readonly MigrationSet[] {
  const ofCapabilities = capabilities.flatMap(({ name, migrations }) =>
    migrations ? [{ owner: name, migrations }] : [],
  );
  return [KERNEL_MIGRATIONS, ...ofCapabilities];
}

async function waitForMigrations(
  { db }: Database,
  sets: readonly MigrationSet[],
  { log, release, signal, onStep }: PrepareOptions,
): Promise<void> {
  const options = { ...(release && { release }), contracts: false };
  if (!(await isMigrationDue(db, sets, options))) return;
  onStep?.({ reason: 'migrating: MIGRATE is off, so this process waits for the command `migrate`' });
  log?.warn({}, 'MIGRATE is off: waiting for the command `migrate`');
  while (await isMigrationDue(db, sets, options)) await sleep(LOOK_EVERY_MS, undefined, signal ? { signal } : {});
}
