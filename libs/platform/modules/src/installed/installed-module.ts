import { sql, type Kysely } from 'kysely';
import type { ModulePermissions } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';

export type Db = Kysely<DatabaseSchema>;

/** Where a module of the instance is on its way: see the table `installed_module`. */
export type InstalledState = 'active' | 'staged' | 'removed';

/** An installed module, without its archive. */
export interface InstalledModule {
  readonly name: string;
  readonly state: InstalledState;
  readonly package: string | null;
  /** Null: the module leaves the instance, so nothing takes its place. */
  readonly version: string | null;
  /** `sha512-...` of the archive. */
  readonly integrity: string | null;
  /** Those of its manifest. */
  readonly permissions: ModulePermissions | null;
  readonly installedBy: string;
  readonly installedAt: Date;
}

/** A packed module of the database. */
export interface InstalledArchive {
  readonly name: string;
  readonly version: string;
  readonly archive: Buffer;
}

/** False in a database that no program of this version has updated yet. */
export async function hasInstalledModules(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('installed_module') is not null as found`.execute(db);
  return rows[0]?.found === true;
}

/** In the order of names; of one name, the active one first. */
export async function readInstalled(db: Db): Promise<readonly InstalledModule[]> {
  const { rows } = await sql<InstalledModule>`
    select name, state, package, version, integrity, manifest->'permissions' as permissions, installed_by as "installedBy", installed_at as "installedAt"
    from installed_module order by name, state`.execute(db);
  return rows;
}

/** The modules that processes run, or those that the next start without another process will run. */
export async function readArchives(db: Db, which: 'active' | 'staged'): Promise<readonly InstalledArchive[]> {
  const states: readonly InstalledState[] = which === 'active' ? ['active'] : ['active', 'staged'];
  const { rows } = await sql<InstalledArchive>`
    select name, version, archive from (
      select distinct on (name) name, version, archive from installed_module where state = any(${states}::text[])
      order by name, state desc
    ) newest where archive is not null order by name`.execute(db);
  return rows;
}

/** Serializes what writes the table, until the end of the transaction. */
export async function lockInstalled(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('installed_module', 0))`.execute(db);
}
