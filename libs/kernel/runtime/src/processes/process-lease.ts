import { sql, type Kysely } from 'kysely';
import { type Database, type DatabaseSchema, type Release, ReleaseConflictError } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import { Recurring } from '../upkeep/recurring.js';
import { enterProcess, LAPSED, leaveProcess, type ProcessEntry, waitForOthers } from './process-entry.js';

const RENEW_MS = 2_000;

interface LeaseOptions extends Required<Omit<ProcessEntry, 'startedAt'>> {
  readonly database: Database;
  readonly log: Logger;
}

/** The entry of this process in `instance_process`, from which other processes know that it is running. */
export class ProcessLease {
  readonly #options: LeaseOptions;
  readonly #renewing: Recurring;
  readonly #startedAt = new Date();
  #renewedAt = 0;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#renewing = new Recurring({
      everyMs: RENEW_MS,
      work: () => this.renew(),
      onError: (error) => options.log.warn({ err: error }, 'the lease of this process could not be renewed'),
    });
  }

  start(): void {
    this.#renewing.start();
  }

  /** Ends the lease. If the database does not answer, it lapses. */
  async stop(): Promise<void> {
    await this.#renewing.stop();
    if (this.#renewedAt === 0) return;
    const { database, id, log } = this.#options;
    await leaveProcess(database.db, id).catch((error: unknown) =>
      log.warn({ err: error }, 'the lease of this process could not be ended'),
    );
  }

  /** Waits until no process has another version of a module; null if one still has after 14 s, its version. */
  otherVersion(module: string): Promise<string | null> {
    return waitForOthers(() => this.#runningVersion(module));
  }

  /** A process that starts, or whose program does not name its modules, may have any version. */
  async #runningVersion(module: string): Promise<string | null> {
    const { database, id, modules } = this.#options;
    const { rows } = await sql<{ version: string }>`
      select coalesce(modules->>${module}, 'an unknown version') as version from instance_process
      where id <> ${id} and seen_at > now() - interval ${LAPSED}
        and (modules->>${module} <> ${modules[module] ?? ''} or modules = '{}') limit 1`.execute(database.db);
    return rows[0]?.version ?? null;
  }

  /** Renews the lease if it is time. For long work before `start`. */
  async keep(): Promise<void> {
    if (performance.now() - this.#renewedAt > RENEW_MS) await this.renew();
  }

  /**
   * Enters or renews the lease. Call it before the versions that wrote the records are read: a change that begins afterwards then sees
   * this process.
   */
  async renew(): Promise<void> {
    const { database, log: _, ...entry } = this.#options;
    await enterProcess(database.db, { ...entry, startedAt: this.#startedAt });
    this.#renewedAt = performance.now();
  }
}

/** Throws `ReleaseConflictError` if a process runs whose level is not a neighbour of this one's. */
export async function refuseDistantProcesses(db: Kysely<DatabaseSchema>, { level, version }: Release): Promise<void> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('instance_process') is not null as found`.execute(db);
  if (tables[0]?.found !== true) return;
  const { rows } = await sql<{ version: string; host: string }>`select version, host from instance_process
    where seen_at > now() - interval ${LAPSED} and abs(level - ${level}::int) > 1 limit 1`.execute(db);
  const [other] = rows;
  if (other)
    throw new ReleaseConflictError(
      `Cubit ${other.version} is running on this database (host ${other.host}), and this is ${version}: ` +
        'only neighbouring versions run side by side. Stop it first.',
    );
}

/** A running process that does not know all of the upgrades; null if there is none. */
export async function processWithout(
  db: Kysely<DatabaseSchema>,
  upgrades: readonly string[],
): Promise<{ readonly version: string; readonly host: string } | null> {
  const { rows } = await sql<{ version: string; host: string }>`select version, host from instance_process
    where seen_at > now() - interval ${LAPSED} and not (upgrades @> ${upgrades}::text[]) limit 1`.execute(db);
  return rows[0] ?? null;
}
