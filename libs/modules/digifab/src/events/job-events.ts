import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { REASONS } from '../queue/reasons.js';
import { id } from './example.js';

const text = Type.String();
const changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }));

/** Properties of every job event. */
export const jobProperties = {
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
  payload: Type.Object(jobProperties),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3) },
});

export const jobUpdated = defineEvent({
  name: 'digifab.job.updated',
  title: 'Job changed',
  description: 'A field that people enter changed, or the place in the queue.',
  payload: Type.Object({ ...jobProperties, changes }),
  example: { ...JOB, changes: { priority: { from: 0, to: 5 } } },
});

export const jobQueued = defineEvent({
  name: 'digifab.job.queued',
  title: 'Job queued',
  description:
    'The job was created, queued again after a failure, or returned to the queue because its machine could not run it.',
  payload: Type.Object({
    ...jobProperties,
    attempt: Type.Integer({ description: 'Number of attempts so far.' }),
    reason,
  }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), attempt: 0 },
});

export const jobApproved = defineEvent({
  name: 'digifab.job.approved',
  title: 'Job approved',
  payload: Type.Object({ ...jobProperties, reason }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3) },
});

export const jobRejected = defineEvent({
  name: 'digifab.job.rejected',
  title: 'Job rejected',
  payload: Type.Object({ ...jobProperties, reason }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), reason: 'Too large for the bed' },
});

export const jobAssigned = defineEvent({
  name: 'digifab.job.assigned',
  title: 'Job assigned to a machine',
  description: 'The scheduler assigned the job and reserved its material.',
  payload: Type.Object(jobProperties),
  example: JOB,
});

export const jobBlocked = defineEvent({
  name: 'digifab.job.blocked',
  title: 'Job waiting',
  description: 'No machine can run the job now. Emitted when the job starts to wait and whenever the reasons change.',
  payload: Type.Object({
    ...jobProperties,
    waitingFor: Type.Array(Type.Unsafe<string>({ type: 'string', enum: REASONS })),
  }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), waitingFor: ['needs_clear'] },
});

export const jobSent = defineEvent({
  name: 'digifab.job.sent',
  title: 'Job sent to a machine',
  payload: Type.Object(jobProperties),
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
