import { defineAction, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { input, output, recordId, REPEATABLE } from '../action-input.js';
import { jobEvents, jobUpdated } from '../events/job-events.js';
import { inQueueOrder } from '../queue/queue-state.js';
import { rankBetween } from '../queue/rank.js';
import { aboutJob } from './about-job.js';
import { jobRecord } from './job.fields.js';

const MAX_JOBS = 5_000;
/** The series that counts moves, and holds whoever makes one until the one before is done. */
const QUEUE_MOVES = 'queue_move';

export const reorder = defineAction({
  id: 'digifab:reorder',
  title: 'Move in the queue',
  description: 'Before or after another job, whose priority it takes.',
  appliesTo: [jobRecord],
  input: input({
    before: Type.Optional(recordId('digifab:job', 'It comes right before this one.')),
    after: Type.Optional(recordId('digifab:job', 'It comes right after this one.')),
  }),
  output: output({ queue_rank: Type.String(), priority: Type.Integer() }),
  emits: jobEvents,
  effects: REPEATABLE,
  example: { title: 'First', input: { before: '0192f0c1-2d3e-7000-8000-000000000001' } },
  available: ({ fields: { status } }) => status === 'queued' || `it is ${status}`,
  async run({ records, emit, takeNumbers }, job, { before, after }) {
    const anchor = before ?? after;
    if (anchor === undefined || (before !== undefined && after !== undefined))
      throw validationFailed([{ path: '/input/before', code: 'required', message: 'Name one job: before, or after.' }]);
    const path = before === undefined ? '/input/after' : '/input/before';
    // One at a time: two that are put into one gap at once would come to one place.
    await takeNumbers(QUEUE_MOVES, 1);
    const found = await records.find(jobRecord, { where: { status: 'queued' }, limit: MAX_JOBS });
    const others = found.filter(({ id }) => id !== job.id).toSorted(inQueueOrder);
    const at = others.findIndex(({ id }) => id === anchor);
    const beside = others[at];
    if (!beside) throw validationFailed([{ path, code: 'not_queued', message: 'There is no such job in the queue.' }]);
    const { priority } = beside.fields;
    const next = others[before === undefined ? at + 1 : at - 1];
    const bound = next?.fields.priority === priority ? (next.fields.queue_rank ?? null) : null;
    const own = beside.fields.queue_rank ?? null;
    const rank = before === undefined ? rankBetween(own, bound) : rankBetween(bound, own);
    const moved = await records.update(jobRecord, job.id, { queue_rank: rank, priority });
    // A change of priority is told of by the kind.
    if (priority === job.fields.priority)
      emit(jobUpdated, { ...aboutJob(moved), changes: { queue_rank: { from: job.fields.queue_rank, to: rank } } });
    return { queue_rank: rank, priority };
  },
});
