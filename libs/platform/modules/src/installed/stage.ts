import { sql } from 'kysely';
import { audit } from '@cubit/access';
import type { Database } from '@cubit/database';
import { SYSTEM_ACTOR } from '@cubit/core/host';
import { lockInstalled } from './installed-module.js';

/** A packed module, as it is written into the database. */
export interface StagedModule {
  readonly name: string;
  readonly package: string | null;
  readonly version: string;
  readonly integrity: string;
  readonly archive: Buffer;
  readonly manifest: unknown;
}

/** Installs a module: the next start without another process runs it. In place of what was staged before under its name. */
export async function stageModule(database: Database, module: StagedModule, by: string): Promise<void> {
  const { name, package: packageName, version, integrity, archive, manifest } = module;
  await database.transaction(async (tx) => {
    await lockInstalled(tx.db);
    await sql`insert into installed_module (name, state, package, version, integrity, archive, manifest, installed_by, installed_at)
      values (${name}, 'staged', ${packageName}, ${version}, ${integrity}, ${archive}, ${JSON.stringify(manifest)}::jsonb, ${by}, ${tx.now})
      on conflict (name, state) do update set package = excluded.package, version = excluded.version, integrity = excluded.integrity,
        archive = excluded.archive, manifest = excluded.manifest, installed_by = excluded.installed_by,
        installed_at = excluded.installed_at`.execute(tx.db);
    const target = { module: name, package: packageName, version, integrity, by };
    await audit(tx, { workspaceId: null, actor: SYSTEM_ACTOR, action: 'module.staged', target, address: null });
  });
}

/**
 * Takes a module out of the instance at the next start without another process; one that no process runs yet, at once. Its records stay. False: it is
 * not installed.
 */
export async function stageRemoval(database: Database, name: string, by: string): Promise<'staged' | 'done' | false> {
  return database.transaction(async (tx) => {
    await lockInstalled(tx.db);
    const { rows } = await sql<{ state: string }>`select state from installed_module
      where name = ${name} and state <> 'removed'`.execute(tx.db);
    if (rows.length === 0) return false;
    await sql`delete from installed_module where name = ${name} and state = 'staged'`.execute(tx.db);
    const isActive = rows.some(({ state }) => state === 'active');
    if (isActive)
      await sql`insert into installed_module (name, state, installed_by, installed_at)
        values (${name}, 'staged', ${by}, ${tx.now})`.execute(tx.db);
    const target = { module: name, by };
    await audit(tx, { workspaceId: null, actor: SYSTEM_ACTOR, action: 'module.removed', target, address: null });
    return isActive ? 'staged' : 'done';
  });
}
