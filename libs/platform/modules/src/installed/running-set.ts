import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import { audit } from '@cubit/access';
import { enterProcess, isAnotherProcessRunning, type ProcessEntry } from '@cubit/runtime';
import { SYSTEM_ACTOR } from '@cubit/core/host';
import {
  type Db,
  hasInstalledModules,
  type InstalledArchive,
  lockInstalled,
  readArchives,
} from './installed-module.js';

/** The process that starts. Its modules are not known yet. */
export interface StartingProcess extends Pick<ProcessEntry, 'id' | 'release' | 'roles'> {
  /** No other process can use the database. */
  readonly isAlone: boolean;
}

export interface RunningSet {
  readonly archives: readonly InstalledArchive[];
  /** What waits until no other process runs: `laser 2.0.0`. */
  readonly waiting: readonly string[];
}

/**
 * The installed modules that a starting process runs. It enters the process first, and makes staged modules the active ones unless another process
 * runs, so that all processes run the same modules at any time.
 */
export async function openRunningSet(
  database: Database,
  { isAlone, ...process }: StartingProcess,
): Promise<RunningSet> {
  if (!(await hasInstalledModules(database.db))) return { archives: [], waiting: [] };
  return database.transaction(async (tx) => {
    const { db } = tx;
    await lockInstalled(db);
    await enterProcess(db, { ...process, startedAt: tx.now });
    const waiting = await stagedNames(db);
    if (waiting.length === 0 || (!isAlone && (await isAnotherProcessRunning(db, process.id))))
      return { archives: await readArchives(db, 'active'), waiting };
    await activate(db);
    for (const name of waiting)
      await audit(tx, {
        workspaceId: null,
        actor: SYSTEM_ACTOR,
        action: 'module.activated',
        target: { module: name },
        address: null,
      });
    return { archives: await readArchives(db, 'active'), waiting: [] };
  });
}

async function stagedNames(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name || ' ' || coalesce(version, '(removed)') as name
    from installed_module where state = 'staged' order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** A staged module without an archive takes its module out of the instance. */
async function activate(db: Db): Promise<void> {
  await sql`delete from installed_module m where state = 'removed'
    and exists (select from installed_module s where s.name = m.name and s.state = 'staged')`.execute(db);
  await sql`update installed_module m set state = 'removed', archive = null, manifest = null, installed_by = s.installed_by,
      installed_at = s.installed_at from installed_module s
    where m.state = 'active' and s.name = m.name and s.state = 'staged' and s.archive is null`.execute(db);
  await sql`delete from installed_module m where state = 'active'
    and exists (select from installed_module s where s.name = m.name and s.state = 'staged')`.execute(db);
  await sql`delete from installed_module where state = 'staged' and archive is null`.execute(db);
  await sql`update installed_module set state = 'active' where state = 'staged'`.execute(db);
}
