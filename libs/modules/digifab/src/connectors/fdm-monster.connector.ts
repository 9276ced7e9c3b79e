import { Type, type Static } from 'typebox';
import { fraction, printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';
import { number, text } from './payload-fields.js';

/** A print job, as `GET /api/print-jobs/<id>` answers. */
const payload = Type.Object({
  status: text,
  statusReason: text,
  fileName: text,
  progress: number,
});

const STATES = {
  STARTING: 'sending',
  PRINTING: 'printing',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  // FDM Monster lost the connection to the printer, so the state of the print is unknown.
  UNKNOWN: 'offline',
} as const;

/** https://github.com/fdm-monster/fdm-monster/blob/develop/src/entities/print-job.entity.ts */
export const fdmMonster = machineConnector({
  id: 'fdm-monster',
  title: 'FDM Monster',
  description:
    'FDM Monster does not send webhooks. Run a small script that periodically forwards the response of `GET /api/print-jobs/<id>` for the print on the machine unchanged.',
  payload,
  read: readFdmMonster,
});

export function readFdmMonster({ status, statusReason: reason, fileName, progress }: Static<typeof payload>): Reading {
  const state = Object.hasOwn(STATES, status ?? '') ? STATES[status as keyof typeof STATES] : undefined;
  if (state === undefined) return `The status '${status ?? ''}' does not describe a print.`;
  if (state === 'offline') return { report: { state } };
  const far = state === 'completed' || typeof progress !== 'number' ? {} : fraction(progress / 100);
  const failure = state === 'failed' ? { reason: 'error', ...(reason ? { error: reason } : {}) } : {};
  return { report: { state, ...printOfFile(fileName), ...far, ...failure } };
}
