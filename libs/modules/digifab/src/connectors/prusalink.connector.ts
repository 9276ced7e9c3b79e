import { Type, type Static } from 'typebox';
import { fraction, inSeconds, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';

const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]));
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const job = { id: number, progress: number, time_remaining: number };

/** `/api/v1/status` or `/api/v1/job`, as the printer answers. */
const payload = Type.Object({
  ...job,
  state: text,
  job: Type.Optional(Type.Union([Type.Object(job), Type.Null()])),
  printer: Type.Optional(Type.Object({ state: text })),
});

const STATES = {
  IDLE: 'idle',
  READY: 'idle',
  BUSY: 'idle',
  PRINTING: 'printing',
  PAUSED: 'paused',
  ATTENTION: 'paused',
  FINISHED: 'completed',
  STOPPED: 'cancelled',
  ERROR: 'error',
} as const;

/** https://github.com/prusa3d/Prusa-Link-Web/blob/master/spec/openapi.yaml */
export const prusalink = machineConnector({
  id: 'prusalink',
  title: 'PrusaLink',
  description:
    'PrusaLink posts nothing by itself: a small script beside the printer passes on what `GET /api/v1/status` (or `/job`) answers, as it is, every so many seconds.',
  payload,
  read: readPrusalink,
});

export function readPrusalink(body: Static<typeof payload>, now: Date): Reading {
  const name = body.printer?.state ?? body.state ?? '';
  const state = Object.hasOwn(STATES, name) ? STATES[name as keyof typeof STATES] : undefined;
  if (state === undefined) return `The state '${name}' is not known.`;
  const { id, progress, time_remaining: left } = body.job ?? body;
  const print = typeof id === 'number' ? { print_id: `prusalink:${id}` } : {};
  if (state === 'idle' || state === 'error') return { report: { state } };
  // The job stays at its last percentage when it has ended.
  const isRunning = state === 'printing' || state === 'paused';
  const far = state === 'completed' || typeof progress !== 'number' ? {} : fraction(progress / 100);
  return { report: { state, ...print, ...far, ...(isRunning ? inSeconds(left, now) : {}) } };
}
