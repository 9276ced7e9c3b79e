import { type Database, ensureExtensions, ensurePartitions, KERNEL_MIGRATIONS, migrate } from '@cubit/database';
import type { Registry } from '@cubit/core/host';
import { markEmptyKinds } from '@cubit/records';
import { skipEmptyUpgrades } from './upgrades/run-upgrades.js';
import type { CapabilityFactory } from './capability/capability.js';

/**
 * Updates the database to the tables of the kernel and the kinds of the modules. Idempotent; safe if several
 * processes start at once.
 */
export async function prepareDatabase(
  database: Database,
  registry: Registry,
  capabilities: readonly CapabilityFactory[] = [],
): Promise<void> {
  await ensureExtensions(database.db);
  await migrate(database.db, KERNEL_MIGRATIONS);
  for (const { name, migrations } of capabilities)
    if (migrations) await migrate(database.db, { owner: name, migrations });
  await ensurePartitions(database.db, registry);
  await markEmptyKinds(database.db, registry);
  await skipEmptyUpgrades(database.db, registry);
}
