import { sql, type Kysely } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, DatabaseSchema } from '@cubit/database';
import type { Logger, Registry } from '@cubit/core/host';
import { v7 } from 'uuid';
import { Recurring } from '../upkeep/recurring.js';

const RENEW_EVERY_MS = 3_000;
/** After this time without a renewal, the process counts as gone. */
const LAPSES_AFTER_S = 10;
const WAIT_MS = 14_000;
const LOOK_EVERY_MS = 500;

/** Names this process, with the versions of its modules, until it stops. */
export class ModuleLease {
  readonly #id = v7();
  readonly #database: Database;
  readonly #modules: Readonly<Record<string, string>>;
  readonly #renewing: Recurring;

  constructor({
    database,
    registry,
    log,
  }: {
    readonly database: Database;
    readonly registry: Registry;
    readonly log: Logger;
  }) {
    this.#database = database;
    this.#modules = Object.fromEntries(
      [...registry.modules.values()].map(({ name, definition }) => [name, definition.version]),
    );
    this.#renewing = new Recurring({
      everyMs: RENEW_EVERY_MS,
      work: () => this.#write(),
      onError: (error) => log.warn({ err: error }, 'the lease of this process on its modules could not be renewed'),
    });
  }

  /** Call it before the versions that wrote the records are read: a change that begins afterwards then sees this process. */
  async begin(): Promise<void> {
    await this.#write();
  }

  /** Renews it from now on. */
  start(): void {
    this.#renewing.start();
  }

  async end(): Promise<void> {
    await this.#renewing.stop();
    await sql`delete from module_lease where process = ${this.#id}`.execute(this.#database.db);
  }

  /** Waits until no process has another version of a module; null if one still has after 14 s, its version. */
  async otherVersion(module: string): Promise<string | null> {
    const { db } = this.#database;
    for (const deadline = performance.now() + WAIT_MS; ; await sleep(LOOK_EVERY_MS)) {
      const version = await this.#liveVersion(db, module);
      if (version === null || performance.now() > deadline) return version;
    }
  }

  async #liveVersion(db: Kysely<DatabaseSchema>, module: string): Promise<string | null> {
    const { rows } = await sql<{ version: string }>`select modules->>${module} as version from module_lease
      where process <> ${this.#id} and renewed_at > clock_timestamp() - make_interval(secs => ${LAPSES_AFTER_S})
        and modules->>${module} <> ${this.#modules[module] ?? ''} limit 1`.execute(db);
    return rows[0]?.version ?? null;
  }

  async #write(): Promise<void> {
    const modules = JSON.stringify(this.#modules);
    await sql`with lapsed as (
        delete from module_lease where renewed_at < clock_timestamp() - interval '1 day' returning 1
      ) insert into module_lease (process, modules, renewed_at) values (${this.#id}, ${modules}::jsonb, clock_timestamp())
      on conflict (process) do update set renewed_at = excluded.renewed_at`.execute(this.#database.db);
  }
}
