import type { Lifecycle } from '@cubit/core';

export const JOB_STATUSES = [
  'queued',
  'draft',
  'assigned',
  'sending',
  'printing',
  'paused',
  'unreachable',
  'completed',
  'failed',
  'cancelled',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const [REPORT, SCHEDULE, SEND, CANCEL, RETRY] = [
  'digifab:report',
  'digifab:schedule',
  'digifab:send',
  'digifab:cancel',
  'digifab:retry',
];

/** A print that is reported as paused first has started. */
const starts = { printing: [REPORT] } as const;
const ends = { completed: [REPORT], failed: [REPORT], cancelled: [REPORT, CANCEL] } as const;
/** A job that has not started returns to the queue if its machine cannot run it any more. */
const waits = { queued: [REPORT, SCHEDULE, 'digifab:set_maintenance'], cancelled: [CANCEL, REPORT] } as const;

/** Reports of a machine may skip states. */
export const jobLifecycle: Lifecycle = {
  field: 'status',
  initial: ['queued', 'draft'],
  states: {
    draft: { to: { queued: ['digifab:queue'], cancelled: [CANCEL] } },
    queued: {
      to: {
        assigned: [SCHEDULE],
        sending: [SEND],
        cancelled: [CANCEL, SCHEDULE, 'digifab:reject'],
        ...starts,
      },
    },
    assigned: { to: { ...waits, sending: [SEND, REPORT], ...starts } },
    sending: { to: { ...waits, ...starts } },
    printing: {
      to: { paused: [REPORT, 'digifab:pause', 'digifab:report_failure_score'], unreachable: [REPORT], ...ends },
    },
    paused: {
      to: { printing: [REPORT, 'digifab:resume', 'digifab:dismiss_suspicion'], unreachable: [REPORT], ...ends },
    },
    unreachable: { to: { printing: [REPORT], paused: [REPORT], ...ends } },
    completed: { to: {} },
    failed: { to: { queued: [RETRY, REPORT] } },
    cancelled: { to: { queued: [RETRY] } },
  },
};

const RUNNING: readonly JobStatus[] = ['printing', 'paused', 'unreachable'];
const WAITING: readonly JobStatus[] = ['draft', 'queued'];
const OVER: readonly JobStatus[] = ['completed', 'failed', 'cancelled'];

/** Started on its machine and not ended. */
export const isRunning = (status: JobStatus) => RUNNING.includes(status);
/** Not assigned to a machine. */
export const isWaiting = (status: JobStatus) => WAITING.includes(status);
export const isOver = (status: JobStatus) => OVER.includes(status);
/** Assigned or sent to a machine, and not started. */
export const isDispatched = (status: JobStatus) => status === 'assigned' || status === 'sending';
