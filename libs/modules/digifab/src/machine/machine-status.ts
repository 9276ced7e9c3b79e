import type { Lifecycle } from '@cubit/core';

export const MACHINE_STATUSES = ['idle', 'offline', 'printing', 'paused', 'error', 'maintenance'] as const;
export type MachineStatus = (typeof MACHINE_STATUSES)[number];

const REPORT = 'digifab:report';
const MAINTENANCE = 'digifab:set_maintenance';
/** What ends a job, or starts it, moves its machine along. */
const moving = [
  REPORT,
  'digifab:cancel',
  'digifab:pause',
  'digifab:resume',
  'digifab:report_failure_score',
  'digifab:dismiss_suspicion',
];

/** A machine tells its own state, so from any state it may be found in any other; nobody sets it by hand. */
export const machineLifecycle: Lifecycle = {
  field: 'status',
  initial: ['idle', 'offline'],
  states: {
    offline: {
      to: {
        idle: [REPORT, MAINTENANCE],
        printing: [REPORT],
        paused: [REPORT],
        error: [REPORT],
        maintenance: [MAINTENANCE],
      },
    },
    idle: {
      to: { offline: [REPORT], printing: [REPORT], paused: [REPORT], error: [REPORT], maintenance: [MAINTENANCE] },
    },
    printing: { to: { paused: moving, idle: moving, offline: [REPORT], error: [REPORT], maintenance: moving } },
    paused: { to: { printing: moving, idle: moving, offline: [REPORT], error: [REPORT], maintenance: moving } },
    error: {
      to: { idle: [REPORT], printing: [REPORT], paused: [REPORT], offline: [REPORT], maintenance: [MAINTENANCE] },
    },
    maintenance: { to: { idle: [MAINTENANCE], printing: [REPORT], paused: [REPORT], error: [REPORT] } },
  },
};
