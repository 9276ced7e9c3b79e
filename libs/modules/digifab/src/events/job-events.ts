import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { jobFields } from '../job/job.fields.js';
import { REASONS } from '../queue/reasons.js';
import { id, integer, reason, ref } from './event-fields.js';

/** Properties of every job event. */
export const jobProperties = {
  jobId: ref('digifab:job', 'Job', 'Id of the job.'),
  title: Field.described(jobFields.properties.title, Type.String()),
  machineId: Type.Optional(ref('digifab:machine', 'Machine', 'Id of the machine of the job. Absent while it waits.')),
  fileId: Type.Optional(ref('digifab:file', 'File', 'Id of the file of the job. Absent if it has none.')),
  runId: Type.Optional(ref('digifab:run', 'Run', 'Id of the run that queued the job. Absent if no run did.')),
};
export const JOB = { jobId: id(1), title: 'Bracket v3', machineId: id(2), fileId: id(3) };
export const JOB_LINK = '/modules/digifab/records/job/{jobId}';

export const jobCreated = defineEvent({
  name: 'digifab.job.created',
  title: 'Job created',
  description: 'A job was created: queued, or as a draft.',
  payload: Type.Object(jobProperties),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3) },
});

export const jobUpdated = defineEvent({
  name: 'digifab.job.updated',
  title: 'Job changed',
  description: 'A field that people enter changed, or the place in the queue.',
  payload: Type.Object({ ...jobProperties, changes: Field.changes() }),
  example: { ...JOB, changes: { priority: { from: 0, to: 5 } } },
});

export const jobQueued = defineEvent({
  name: 'digifab.job.queued',
  title: 'Job queued',
  description:
    'The job was created, queued again after a failure, or returned to the queue because its machine could not run it.',
  payload: Type.Object({
    ...jobProperties,
    attempt: integer('Attempts', 'Number of attempts so far.'),
    reason,
  }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), attempt: 0 },
});

export const jobApproved = defineEvent({
  name: 'digifab.job.approved',
  title: 'Job approved',
  description: 'An administrator approved the job, which can be printed now.',
  payload: Type.Object({ ...jobProperties, reason }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3) },
});

export const jobRejected = defineEvent({
  name: 'digifab.job.rejected',
  title: 'Job rejected',
  description: 'An administrator rejected the job, which is cancelled.',
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
    waitingFor: Field.described(
      jobFields.properties.waiting_for,
      Type.Array(Type.Unsafe<string>({ type: 'string', enum: REASONS })),
    ),
  }),
  example: { jobId: id(1), title: 'Bracket v3', fileId: id(3), waitingFor: ['needs_clear'] },
});

export const jobSent = defineEvent({
  name: 'digifab.job.sent',
  title: 'Job sent to a machine',
  description: 'The job is being sent to its machine. The machine reports when it prints.',
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
