import { Type, type Static } from 'typebox';
import { fraction, printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** A print job, as `GET /api/print-jobs/<id>` answers. */
const payload = Type.Object({
  status: text,
  statusReason: text,
  fileName: text,
  progress: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});

const STATES = {
  STARTING: 'sending',
  PRINTING: 'printing',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  // It has lost touch with the printer: what became of the print is not known.
  UNKNOWN: 'offline',
} as const;

/** https://github.com/fdm-monster/fdm-monster/blob/develop/src/entities/print-job.entity.ts */
export const fdmMonster = machineConnector({
  id: 'fdm-monster',
  title: 'FDM Monster',
  description:
    'FDM Monster posts nothing by itself: a small script beside it passes on what `GET /api/print-jobs/<id>` answers of the print on the machine, as it is, every so many seconds.',
  payload,
  read: readFdmMonster,
});

export function readFdmMonster({ status, statusReason: said, fileName, progress }: Static<typeof payload>): Reading {
  const state = Object.hasOwn(STATES, status ?? '') ? STATES[status as keyof typeof STATES] : undefined;
  if (state === undefined) return `The status '${status ?? ''}' says nothing of a print.`;
  if (state === 'offline') return { report: { state } };
  const far = state === 'completed' || typeof progress !== 'number' ? {} : fraction(progress / 100);
  const failure = state === 'failed' ? { reason: 'error', ...(said ? { error: said } : {}) } : {};
  return { report: { state, ...printOfFile(fileName), ...far, ...failure } };
}
