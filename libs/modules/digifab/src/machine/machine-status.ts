import type { Lifecycle } from '@cubit/core';

export const MACHINE_STATUSES = ['idle', 'offline', 'printing', 'paused', 'error', 'maintenance'] as const;
export type MachineStatus = (typeof MACHINE_STATUSES)[number];

const REPORT = 'digifab:report';
const MAINTENANCE = 'digifab:set_maintenance';
/** Actions that change the state of a print and with it the status of the machine. */
const printActions = [
  REPORT,
  'digifab:cancel',
  'digifab:pause',
  'digifab:resume',
  'digifab:report_failure_score',
  'digifab:dismiss_suspicion',
];

/** Machines report their own status, so any status can follow any other. Clients cannot set it. */
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
    printing: {
      to: { paused: printActions, idle: printActions, offline: [REPORT], error: [REPORT], maintenance: printActions },
    },
    paused: {
      to: { printing: printActions, idle: printActions, offline: [REPORT], error: [REPORT], maintenance: printActions },
    },
    error: {
      to: { idle: [REPORT], printing: [REPORT], paused: [REPORT], offline: [REPORT], maintenance: [MAINTENANCE] },
    },
    maintenance: { to: { idle: [MAINTENANCE], printing: [REPORT], paused: [REPORT], error: [REPORT] } },
  },
};
