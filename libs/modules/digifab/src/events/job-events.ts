import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { REASONS } from '../queue/reasons.js';
import { id } from './example.js';

const text = Type.String();
const changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }));

/** What every event of a job says of it. */
export const aboutJob = {
  jobId: Field.ref('digifab:job'),
  title: text,
  machineId: Type.Optional(Field.ref('digifab:machine')),
  fileId: Type.Optional(Field.ref('digifab:file')),
  runId: Type.Optional(Field.ref('digifab:run')),
};
export const JOB = { jobId: id(1), title: 'Bracket v3', machineId: id(2), fileId: id(3) };
export const JOB_LINK = '/modules/digifab/records/job/{jobId}';

const reason = Type.Optional(text);

export const jobCreated = defineEvent({
  name: 'digifab.job.created',
  title: 'Job created',
  payload: Type.Object(aboutJob),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3) },
});

export const jobUpdated = defineEvent({
  name: 'digifab.job.updated',
  title: 'Job changed',
  description: 'What people enter of it, and its place in the queue.',
  payload: Type.Object({ ...aboutJob, changes }),
  example: { ...JOB, changes: { priority: { from: 0, to: 5 } } },
});

export const jobQueued = defineEvent({
  name: 'digifab.job.queued',
  title: 'Job queued',
  description: 'When it is made, when it is queued again after a failure, and when its machine could not take it.',
  payload: Type.Object({ ...aboutJob, attempt: Type.Integer({ description: 'Attempts so far.' }), reason }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), attempt: 0 },
});

export const jobApproved = defineEvent({
  name: 'digifab.job.approved',
  title: 'Job approved',
  payload: Type.Object({ ...aboutJob, reason }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3) },
});

export const jobRejected = defineEvent({
  name: 'digifab.job.rejected',
  title: 'Job rejected',
  payload: Type.Object({ ...aboutJob, reason }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), reason: 'Too large for the bed' },
});

export const jobAssigned = defineEvent({
  name: 'digifab.job.assigned',
  title: 'Job given to a machine',
  description: 'By the queue. Its material is reserved.',
  payload: Type.Object(aboutJob),
  example: JOB,
});

export const jobBlocked = defineEvent({
  name: 'digifab.job.blocked',
  title: 'Job waits',
  description: 'No machine can take it now. Told when it has to wait, and again when the reasons are others.',
  payload: Type.Object({
    ...aboutJob,
    waitingFor: Type.Array(Type.Unsafe<string>({ type: 'string', enum: REASONS })),
  }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), waitingFor: ['needs_clear'] },
});

export const jobSent = defineEvent({
  name: 'digifab.job.sent',
  title: 'Job sent to a machine',
  payload: Type.Object(aboutJob),
  example: JOB,
});

export const jobEvents = [
  jobCreated,
  jobUpdated,
  jobQueued,
  jobApproved,
  jobRejected,
  jobAssigned,
  jobBlocked,
  jobSent,
] as const;
