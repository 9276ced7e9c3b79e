import { NIL } from 'uuid';
import type { Transaction } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';
import type { JobContext } from '@cubit/jobs';
import type { KernelServices } from '@cubit/records';
import { readField, type FieldRow } from '../definition/field-row.js';

export interface FieldJobInput {
  /** Id of the definition. */
  readonly definition: string;
}

export interface DefinedField {
  readonly row: FieldRow;
  readonly kind: RegisteredKind;
}

/** The field of a job; undefined if its definition or its kind is gone. */
export async function fieldOfJob(
  { database, registry }: Pick<KernelServices, 'database' | 'registry'>,
  { workspaceId, input }: Pick<JobContext<FieldJobInput>, 'workspaceId' | 'input'>,
): Promise<DefinedField | undefined> {
  const row = await readField(database.db, { workspaceId, id: input.definition });
  const kind = row && registry.kinds.get(row.kind);
  return kind && { row, kind };
}

interface Walked {
  /** Records up to this id are processed. */
  readonly after: string;
  readonly records: number;
}

/** Number of records processed by earlier runs of the job. */
export function walked({ checkpoint }: Pick<JobContext, 'checkpoint'>): Walked {
  return (checkpoint as Walked | null) ?? { after: NIL, records: 0 };
}

/**
 * Processes records in the order of their ids in small steps, saving the progress with each, until a step finds none. Returns the total.
 * A step processes records after an id and returns their ids in order.
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
