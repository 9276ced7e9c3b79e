import { Type, type Static } from 'typebox';
import { fraction, inSeconds, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';
import { number, text } from './payload-fields.js';

const job = { id: number, progress: number, time_remaining: number };

/** The response of `/api/v1/status` or `/api/v1/job`. */
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
    'PrusaLink does not send webhooks. Run a small script that periodically forwards the response of `GET /api/v1/status` (or `/job`) unchanged.',
  payload,
  read: readPrusalink,
});

export function readPrusalink(body: Static<typeof payload>, now: Date): Reading {
  const name = body.printer?.state ?? body.state ?? '';
  const state = Object.hasOwn(STATES, name) ? STATES[name as keyof typeof STATES] : undefined;
  if (state === undefined) return `The state '${name}' is unknown.`;
  const { id, progress, time_remaining: left } = body.job ?? body;
  const print = typeof id === 'number' ? { print_id: `prusalink:${id}` } : {};
  if (state === 'idle' || state === 'error') return { report: { state } };
  // An ended job keeps its last percentage.
  const isRunning = state === 'printing' || state === 'paused';
  const far = state === 'completed' || typeof progress !== 'number' ? {} : fraction(progress / 100);
  return { report: { state, ...print, ...far, ...(isRunning ? inSeconds(left, now) : {}) } };
}
