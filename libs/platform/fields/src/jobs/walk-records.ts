import { NIL } from 'uuid';
import type { Transaction } from '@cubit/core';
import type { JobContext } from '@cubit/jobs';

interface Walked {
  /** Records up to this id are done. */
  readonly after: string;
  readonly records: number;
}

/** What earlier runs of the job have done. */
export function walked({ checkpoint }: Pick<JobContext, 'checkpoint'>): Walked {
  return (checkpoint as Walked | null) ?? { after: NIL, records: 0 };
}

/**
 * Does records in the order of their ids in small steps, each kept with how far it came, until a step finds none. How many there were in all.
 * A step does records after an id, and answers with theirs in order.
 */
export async function walkRecords(
  job: JobContext,
  step: (tx: Transaction, after: string) => Promise<readonly string[]>,
): Promise<number> {
  let state = walked(job);
  for (let more = true; more;) {
    job.signal.throwIfAborted();
    const next = await job.transaction(async (tx): Promise<Walked> => {
      const ids = await step(tx, state.after);
      const done = { after: ids.at(-1) ?? state.after, records: state.records + ids.length };
      await job.save(tx, done);
      return done;
    });
    more = next.records > state.records;
    state = next;
    job.progress(state.records);
  }
  return state.records;
}
