import { sql } from 'kysely';
import type { Logger } from '@cubit/core/host';
import { type Database, outageOf } from '@cubit/database';
import { Recurring } from './upkeep/recurring.js';

/** `away`: no response. `full`: no more writes are possible. `pending`: not prepared yet. */
export type CheckWord = 'ok' | 'away' | 'full' | 'pending';
export type CheckName = 'database' | 'migrations' | 'queue' | 'files' | 'disk';
/** Checks of the dependencies of a capability. A check that throws or times out is `away`. */
export type CapabilityChecks = Readonly<Partial<Record<'queue' | 'files' | 'disk', () => Promise<CheckWord>>>>;

export interface Health {
  /** `degraded`: some operations are possible, at least reads. `unavailable`: none is. */
  readonly status: 'ok' | 'degraded' | 'unavailable';
  readonly checks: Readonly<Record<CheckName, CheckWord>>;
}

interface HealthOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Resolves if the database responds, on a connection that requests do not use. */
  readonly ping: () => Promise<void>;
  readonly capabilities: readonly { readonly checks?: CapabilityChecks }[];
}

/** A health request is answered within 2 s. */
const ANSWER_WITHIN_MS = 1_500;
/** Interval of checks that cost something, which do not run for each request. */
const LOOK_EVERY_MS = 8_000;
/** More than PostgreSQL may sort in memory, so it writes a megabyte to a temporary file on its disk. */
const WRITE_TO_DISK = `select count(*) from (select repeat(md5(n::text), 32) as line from generate_series(1, 1024) n order by line offset 0) sorted`;
const LEAST_WORK_MEMORY = '64kB';

type Check = () => Promise<CheckWord>;

/** Checks the dependencies of the program, and whether it can work. */
export class HealthCheck {
  readonly #options: HealthOptions;
  readonly #looking: Recurring;
  readonly #live: Readonly<Record<'database' | 'queue', Check>>;
  readonly #databaseDisk: Check;
  #seen: Readonly<Record<'files' | 'disk', CheckWord>> = { files: 'ok', disk: 'ok' };
  #started = false;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#live = {
      database: once(() => options.ping().then(() => 'ok')),
      queue: once(() => this.#worstOf('queue')),
    };
    this.#databaseDisk = once(() => this.#writeToDisk());
    this.#looking = new Recurring({
      everyMs: LOOK_EVERY_MS,
      atOnce: true,
      work: () => this.#look(),
      onError: (error) => options.log.warn({ err: error }, 'the state of the server could not be looked at'),
    });
  }

  start(): void {
    this.#started = true;
    this.#looking.start();
  }

  async stop(): Promise<void> {
    this.#started = false;
    await this.#looking.stop();
  }

  async check(): Promise<Health> {
    const [database, queue] = await Promise.all([inTime(this.#live.database), inTime(this.#live.queue)]);
    const migrations = this.#started ? 'ok' : 'pending';
    const checks = { database, migrations, queue, ...this.#seen } as const;
    if (database !== 'ok' || migrations !== 'ok') return { status: 'unavailable', checks };
    return { status: Object.values(checks).every((word) => word === 'ok') ? 'ok' : 'degraded', checks };
  }

  async #look(): Promise<void> {
    const [files, own, others] = await Promise.all([
      inTime(() => this.#worstOf('files')),
      // If the database does not respond, its own check reports it.
      inTime(this.#databaseDisk, this.#seen.disk),
      inTime(() => this.#worstOf('disk')),
      // Detects a listening connection that was lost silently.
      inTime(this.#live.database),
    ]);
    const disk = worst([own, others]);
    const { log } = this.#options;
    if (disk !== this.#seen.disk)
      log.warn({ disk }, disk === 'ok' ? 'there is room on the disk again' : 'a disk is full or not available');
    this.#seen = { files, disk };
  }

  async #worstOf(name: 'queue' | 'files' | 'disk'): Promise<CheckWord> {
    const checks = this.#options.capabilities.flatMap(({ checks }) => checks?.[name] ?? []);
    return worst(await Promise.all(checks.map((check) => check())));
  }

  async #writeToDisk(): Promise<CheckWord> {
    const { database } = this.#options;
    try {
      await database.db.transaction().execute(async (tx) => {
        await sql`set local work_mem = ${sql.lit(LEAST_WORK_MEMORY)}`.execute(tx);
        await sql.raw(WRITE_TO_DISK).execute(tx);
      });
      return 'ok';
    } catch (error) {
      return outageOf(error) === 'full' ? 'full' : this.#seen.disk;
    }
  }
}

/** Concurrent calls share one check, so a check that never ends runs once. */
function once(check: Check): Check {
  let running: Promise<CheckWord> | null = null;
  return () => {
    running ??= check()
      .catch(() => 'away' as const)
      .finally(() => {
        running = null;
      });
    return running;
  };
}

async function inTime(check: Check, otherwise: CheckWord = 'away'): Promise<CheckWord> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckWord>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}

function worst(words: readonly CheckWord[]): CheckWord {
  return words.find((word) => word !== 'ok') ?? 'ok';
}
