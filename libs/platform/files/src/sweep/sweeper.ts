import { sql } from 'kysely';
import { DAY_MS } from '@cubit/core';
import { Recurring } from '@cubit/runtime';
import { sweepFiles, type SweepOptions } from './sweep-files.js';

/** How often each process checks whether a sweep is due. */
const LOOK_MS = 3_600_000;
/** Interval between sweeps, over all processes. */
const INTERVAL_MS = DAY_MS;

/** Sweeps once a day. Any number of processes may run one. */
export function recurringSweep(sweeping: Omit<SweepOptions, 'signal'>): Recurring {
  return new Recurring({
    everyMs: LOOK_MS,
    async work(signal) {
      if (await claim(sweeping)) await sweepFiles({ ...sweeping, signal });
    },
    // A failed sweep is harmless: the next one does the rest.
    onError: (error) => sweeping.log.warn({ err: error }, 'the sweep of files failed'),
  });
}

async function claim({ database, now }: Pick<SweepOptions, 'database' | 'now'>): Promise<boolean> {
  const at = now();
  const { rows } = await sql`insert into file_sweep (name, began_at) values ('files', ${at})
    on conflict (name) do update set began_at = excluded.began_at where file_sweep.began_at < ${new Date(at.getTime() - INTERVAL_MS)}
    returning 1`.execute(database.db);
  return rows.length > 0;
}
