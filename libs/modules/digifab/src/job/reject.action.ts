import { compact, defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobRejected, jobUpdated } from '../events/job-events.js';
import { printCancelled } from '../events/print-events.js';
import { jobPayload } from './job-payload.js';
import { jobRecord } from './job.fields.js';

export const reject = defineAction({
  id: 'digifab:reject',
  title: 'Reject job',
  description: 'Rejects a job that waits for approval and cancels it.',
  appliesTo: [jobRecord],
  input: input({ reason }),
  output: output({ approval: Type.Literal('rejected') }),
  emits: [jobRejected, jobUpdated, printCancelled],
  agent: { words: ['refuse', 'decline', 'deny'] },
  effects: { ...MOVES, destructive: true },
  role: 'admin',
  ui: {
    done: 'Rejected {title}',
    icon: 'thumbs-down',
    tone: 'danger',
    order: 13,
    bulk: true,
    visible: { field: 'approval', is: 'waiting' },
  },
  example: { title: 'Too large', input: { reason: 'Too large for the bed' } },
  available: ({ fields: { approval } }) => approval === 'waiting' || 'the job is not waiting for approval',
  async run({ records, emit, now }, job, { reason: why }) {
    const fields = {
      approval: 'rejected',
      status: 'cancelled',
      waiting_for: null,
      failure_reason: 'cancelled',
      ended_at: now.toISOString(),
    } as const;
    const rejected = await records.update(jobRecord, job.id, fields, { note: { reason: why } });
    emit(jobRejected, compact({ ...jobPayload(rejected), reason: why }));
    return { approval: 'rejected' as const };
  },
});
