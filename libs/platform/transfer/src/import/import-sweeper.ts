import { sql } from 'kysely';
import { Recurring } from '@cubit/runtime';
import type { Database } from '@cubit/database';
import type { KernelServices } from '@cubit/records';

const INTERVAL_MS = 10 * 60_000;
/** How long the data of failed or cancelled imports is kept. Successful imports leave none. */
const KEPT_HOURS = 24;
const AT_ONCE = 200;

/** Removes the data of interrupted, failed and cancelled imports. Any number of processes may run a sweeper. */
export class ImportSweeper extends Recurring {
  constructor({ database, log, now }: Pick<KernelServices, 'database' | 'log' | 'now'>) {
    super({
      everyMs: INTERVAL_MS,
      work: (signal) => removeLeftBehind(database, now(), signal),
      // The next run removes it.
      onError: (error) => log.warn({ err: error }, 'files of imports could not be swept'),
    });
  }
}

async function removeLeftBehind({ db }: Database, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000);
  for (const table of ['import_chunk', 'import_row'])
    for (let removed = AT_ONCE; removed === AT_ONCE && !signal.aborted;) {
      // Imports that still wait or run keep their data.
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select t.ctid from ${sql.table(table)} t where t.created_at < ${before} and not exists (
          select 1 from job where job.workspace_id = t.workspace_id and job.id = t.import_id and job.state in ('queued', 'running'))
        limit ${sql.lit(AT_ONCE)}))`.execute(db);
      removed = Number(numAffectedRows ?? 0);
    }
}
