import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { kernelMigrations } from './migrations/index.js';

export interface MigrationSet {
  /**
   * Name of the owner. Each owner has its own migration history, so that migrations of different owners never conflict in order.
   */
  readonly owner: string;
  readonly migrations: Readonly<Record<string, Migration>>;
}

export const KERNEL_MIGRATIONS: MigrationSet = { owner: 'kernel', migrations: kernelMigrations };

/** Brings the tables of `owner` up to date; safe when several processes start at once. */
export async function migrate<Schema>(db: Kysely<Schema>, { owner, migrations }: MigrationSet): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    migrationTableName: `${owner}_migration`,
    migrationLockTableName: `${owner}_migration_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error(`The migrations of '${owner}' failed.`, { cause: error });
}
