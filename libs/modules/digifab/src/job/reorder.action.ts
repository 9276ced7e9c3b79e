import { defineAction, exactlyOne, notWhile, validationFailed, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, output, recordId, REPEATABLE } from '../action-input.js';
import { jobEvents, jobUpdated } from '../events/job-events.js';
import { inQueueOrder } from '../queue/queue-state.js';
import { rankBetween } from '../queue/rank.js';
import { jobPayload } from './job-payload.js';
import { jobRecord } from './job.fields.js';

const MAX_JOBS = 5_000;
/** The series that serialises moves: taking a number waits for the previous move to commit. */
const QUEUE_MOVES = 'queue_move';

export const reorder = defineAction({
  id: 'digifab:reorder',
  title: 'Move in the queue',
  description: 'Moves the job before or after another job. It gets the priority of that job.',
  appliesTo: [jobRecord],
  input: input(
    {
      before: Type.Optional(
        Field.titled('Before', recordId('digifab:job', 'The job that it is placed directly before.')),
      ),
      after: Type.Optional(Field.titled('After', recordId('digifab:job', 'The job that it is placed directly after.'))),
    },
    exactlyOne('before', 'after'),
  ),
  output: output({ queue_rank: Type.String(), priority: Type.Integer() }),
  emits: jobEvents,
  effects: REPEATABLE,
  ui: {
    done: 'Moved {title} in the queue',
    icon: 'arrow-up-down',
    key: 'm',
    order: 40,
    visible: { field: 'status', in: ['queued', 'assigned'] },
  },
  example: { title: 'First', input: { before: '0192f0c1-2d3e-7000-8000-000000000001' } },
  available: ({ fields: { status } }) => status === 'queued' || notWhile(status),
  async run({ records, emit, takeNumbers }, job, { before, after }) {
    const anchor = before ?? after;
    const path = before === undefined ? '/input/after' : '/input/before';
    // Two concurrent moves into one gap would get the same rank.
    await takeNumbers(QUEUE_MOVES, 1);
    const found = await records.find(jobRecord, { where: { status: 'queued' }, limit: MAX_JOBS });
    const others = found.filter(({ id }) => id !== job.id).toSorted(inQueueOrder);
    const at = others.findIndex(({ id }) => id === anchor);
    const beside = others[at];
    if (!beside) throw validationFailed([{ path, code: 'not_queued', message: 'No queued job has this id.' }]);
    const { priority } = beside.fields;
    const next = others[before === undefined ? at + 1 : at - 1];
    const bound = next?.fields.priority === priority ? (next.fields.queue_rank ?? null) : null;
    const own = beside.fields.queue_rank ?? null;
    const rank = before === undefined ? rankBetween(own, bound) : rankBetween(bound, own);
    const moved = await records.update(jobRecord, job.id, { queue_rank: rank, priority });
    // The kind emits the event for a change of priority.
    if (priority === job.fields.priority)
      emit(jobUpdated, { ...jobPayload(moved), changes: { queue_rank: { from: job.fields.queue_rank, to: rank } } });
    return { queue_rank: rank, priority };
  },
});
