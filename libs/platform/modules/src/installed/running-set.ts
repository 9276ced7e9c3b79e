import { sql } from 'kysely';
import type { Database, Transaction } from '@cubit/database';
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
  /** Of staged modules, only this one becomes active. Default: all. */
  readonly only?: string;
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
  { isAlone, only, ...process }: StartingProcess,
): Promise<RunningSet> {
  if (!(await hasInstalledModules(database.db))) return { archives: [], waiting: [] };
  return database.transaction(async (tx) => {
    const { db } = tx;
    await lockInstalled(db);
    await enterProcess(db, { ...process, startedAt: tx.now });
    const staged = await stagedModules(db);
    const isHeld = staged.length > 0 && !isAlone && (await isAnotherProcessRunning(db, process.id));
    const due = isHeld ? [] : staged.filter(({ name }) => only === undefined || name === only);
    if (due.length > 0) {
      await activate(
        db,
        due.map(({ name }) => name),
      );
      for (const { label } of due) await auditActivation(tx, label);
    }
    const waiting = staged.filter((one) => !due.includes(one)).map(({ label }) => label);
    return { archives: await readArchives(db, 'active'), waiting };
  });
}

interface StagedName {
  readonly name: string;
  /** `laser 2.0.0`. */
  readonly label: string;
}

async function stagedModules(db: Db): Promise<readonly StagedName[]> {
  const { rows } = await sql<StagedName>`select name, name || ' ' || coalesce(version, '(removed)') as label
    from installed_module where state = 'staged' order by name`.execute(db);
  return rows;
}

async function auditActivation(tx: Transaction, module: string): Promise<void> {
  const action = 'module.activated';
  await audit(tx, { workspaceId: null, actor: SYSTEM_ACTOR, action, target: { module }, address: null });
}

/** A staged module without an archive takes its module out of the instance. */
async function activate(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from installed_module where state = 'removed' and name = any(${names}::text[])`.execute(db);
  await sql`update installed_module m set state = 'removed', archive = null, manifest = null, installed_by = s.installed_by,
      installed_at = s.installed_at from installed_module s
    where m.state = 'active' and m.name = any(${names}::text[]) and s.name = m.name and s.state = 'staged' and s.archive is null`.execute(
    db,
  );
  await sql`delete from installed_module where state = 'active' and name = any(${names}::text[])`.execute(db);
  await sql`delete from installed_module where state = 'staged' and archive is null and name = any(${names}::text[])`.execute(
    db,
  );
  await sql`update installed_module set state = 'active' where state = 'staged' and name = any(${names}::text[])`.execute(
    db,
  );
}
