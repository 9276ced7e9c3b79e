import { compact, defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobApproved, jobAssigned, jobBlocked, jobCreated, jobQueued, jobUpdated } from '../events/job-events.js';
import { jobPayload } from './job-payload.js';
import { jobRecord } from './job.fields.js';

export const approve = defineAction({
  id: 'digifab:approve',
  title: 'Approve job',
  description: 'Approves a job that waits for approval, so that it can be printed.',
  appliesTo: [jobRecord],
  input: input({ reason }),
  output: output({ approval: Type.Literal('approved') }),
  emits: [jobApproved, jobUpdated, jobAssigned, jobBlocked, jobCreated, jobQueued],
  agent: { words: ['allow', 'agree', 'accept', 'permit'] },
  effects: MOVES,
  role: 'admin',
  ui: {
    done: 'Approved {title}',
    icon: 'thumbs-up',
    tone: 'primary',
    order: 12,
    bulk: true,
    visible: { field: 'approval', is: 'waiting' },
  },
  example: { title: 'Go ahead', input: {} },
  available: ({ fields: { approval } }) => approval === 'waiting' || 'the job is not waiting for approval',
  async run({ records, emit }, job, { reason: why }) {
    const approved = await records.update(jobRecord, job.id, { approval: 'approved' });
    emit(jobApproved, compact({ ...jobPayload(approved), reason: why }));
    return { approval: 'approved' as const };
  },
});
