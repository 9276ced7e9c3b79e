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

const starts = { printing: [REPORT], paused: [REPORT] } as const;
const ends = { completed: [REPORT], failed: [REPORT], cancelled: [REPORT, CANCEL] } as const;
/** Before it starts, a job goes back into the queue where its machine cannot take it any more. */
const waits = { queued: [REPORT, SCHEDULE, 'digifab:set_maintenance'], cancelled: [CANCEL, REPORT] } as const;

/** From the queue to its end. A machine that reports is believed, also where it skips a step. */
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

/** On the machine, and started. */
export const isRunning = (status: JobStatus) => RUNNING.includes(status);
/** Nothing has been decided about where it is made. */
export const isWaiting = (status: JobStatus) => WAITING.includes(status);
export const isOver = (status: JobStatus) => OVER.includes(status);
/** Given to a machine, and not started. */
export const isGiven = (status: JobStatus) => status === 'assigned' || status === 'sending';
