import { sql } from 'kysely';
import type { KernelServices } from '@cubit/core';

const INTERVAL_MS = 10 * 60_000;
/** What an import that failed or was cancelled leaves is kept for so long; one that succeeded has left nothing. */
const KEPT_HOURS = 24;
const AT_ONCE = 200;

/** Removes files of imports that came to nothing: broken off with their process, failed, or cancelled. Any number of processes may run one. */
export class ImportSweeper {
  readonly #services: KernelServices;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(services: KernelServices) {
    this.#services = services;
  }

  start(): void {
    this.#stopped = false;
    this.#timer ??= setInterval(() => void this.run(), INTERVAL_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  run(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #work(): Promise<void> {
    const { database, log, now } = this.#services;
    const before = new Date(now().getTime() - KEPT_HOURS * 3_600_000);
    try {
      for (const table of ['import_chunk', 'import_row'])
        for (let removed = AT_ONCE; removed === AT_ONCE && !this.#stopped;) {
          // An import that waits or runs for longer than that keeps its file.
          const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
            select t.ctid from ${sql.table(table)} t where t.created_at < ${before} and not exists (
              select 1 from job where job.workspace_id = t.workspace_id and job.id = t.import_id and job.state in ('queued', 'running'))
            limit ${sql.lit(AT_ONCE)}))`.execute(database.db);
          removed = Number(numAffectedRows ?? 0);
        }
    } catch (error) {
      // The next turn does it.
      log.warn({ err: error }, 'files of imports could not be swept');
    }
  }
}
