import { Type } from 'typebox';
import { JOB_STATES, type JobState } from '@cubit/web-contract';
import type { JobRow } from './job-row.js';

const Instant = Type.String({ format: 'date-time' });
const nullable = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const JobStateName = Type.Unsafe<JobState>({
  type: 'string',
  enum: [...JOB_STATES],
  description:
    '`queued`: waits for its start time, a worker or its next attempt. `succeeded`, `failed` and `cancelled` are final.',
});

export const Job = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.String({ description: 'Type of the job.', examples: ['files:import'] }),
    state: JobStateName,
    progress: Type.Object(
      {
        done: Type.Integer({ minimum: 0 }),
        total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description: 'Null if it is unknown.' }),
      },
      { additionalProperties: false },
    ),
    result: Type.Unknown({
      description: 'Result of the job; its shape depends on the type. Null until the job succeeds.',
    }),
    error: Type.Union([
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        details: Type.Optional(Type.Array(Type.Unknown())),
      }),
      Type.Null(),
    ]),
    attempts: Type.Integer({ minimum: 0, description: 'Number of failures.' }),
    created_by: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    created_at: Instant,
    started_at: nullable(Instant),
    finished_at: nullable(Instant),
    undo_until: Type.Union([Instant, Type.Null()], {
      description: 'Until when the job can be taken back with `POST .../undo`; null if it cannot.',
    }),
    undone_by: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The job that takes this one back, or was to.',
    }),
  },
  { additionalProperties: false, $id: 'Job' },
);

/** A job as clients see it. `undoUntil`: null if it cannot be taken back. */
export function showJob(row: JobRow, undoUntil: Date | null = null) {
  const { id, type, state, result, error, attempts, created_by, progress_done: done, progress_total: total } = row;
  return {
    id,
    type,
    state,
    progress: { done, total },
    result,
    error,
    attempts,
    created_by,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    undo_until: undoUntil?.toISOString() ?? null,
    undone_by: row.undone_by,
  };
}
