import {
  type Database,
  ensureExtensions,
  ensureKindViews,
  ensurePartitions,
  KERNEL_MIGRATIONS,
  migrate,
} from '@cubit/database';
import type { Logger, Registry } from '@cubit/core/host';
import { markEmptyKinds } from '@cubit/records';
import { skipEmptyUpgrades } from './upgrades/run-upgrades.js';
import type { CapabilityFactory } from './capability/capability.js';

interface PrepareOptions {
  readonly capabilities?: readonly CapabilityFactory[];
  /** Absent: objects that the database user may not create are skipped silently. */
  readonly log?: Logger;
}

/**
 * Updates the database to the tables of the kernel and the kinds of the modules. Idempotent; safe if several
 * processes start at once.
 */
export async function prepareDatabase(
  database: Database,
  registry: Registry,
  { capabilities = [], log }: PrepareOptions = {},
): Promise<void> {
  await ensureExtensions(database.db);
  const ofCapabilities = capabilities.flatMap(({ name, migrations }) =>
    migrations ? [{ owner: name, migrations }] : [],
  );
  await migrate(database.db, [KERNEL_MIGRATIONS, ...ofCapabilities]);
  await ensurePartitions(database.db, registry);
  const missing: string[] = [];
  const onSkip = (what: string, error: unknown) =>
    void missing.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  await ensureKindViews(database.db, registry, { onSkip });
  if (missing.length > 0) log?.warn({ missing }, 'the views for other programs are incomplete');
  await markEmptyKinds(database.db, registry);
  await skipEmptyUpgrades(database.db, registry);
}
