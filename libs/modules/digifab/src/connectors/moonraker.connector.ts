import { readPayload } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { fraction, printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';
import { number, text } from './payload-fields.js';
import { printerState, readPrinterState, type PrinterState } from './printer-state.js';

/** Klipper's `print_stats`. In notifications, what has not changed is left out. */
const printStats = Type.Object({ state: text, filename: text, filament_used: number, message: text });
type PrintStats = Static<typeof printStats>;

const members = Type.Optional(Type.Record(Type.String(), Type.Unknown()));
/** Objects of the printer, as `/printer/objects/query` and subscriptions name them. */
const objects = { print_stats: members, virtual_sdcard: members, display_status: members };
/** Responses of `/printer/objects/query`, `/printer/info` and `/api/printer`, and plain `print_stats`. */
const answer = {
  ...printStats.properties,
  ...objects,
  status: members,
  state_message: text,
  state: Type.Optional(Type.Union([Type.String(), printerState, Type.Null()])),
};

/** The JSON that a notifier posts through Apprise, a JSON-RPC notification of Moonraker, or a response, plain or in `result`. */
const payload = Type.Object({
  method: text,
  params: Type.Optional(Type.Array(Type.Unknown())),
  event: text,
  result: Type.Optional(Type.Object(answer)),
  ...answer,
});
type Payload = Static<typeof payload>;
type Answer = NonNullable<Payload['result']>;

/** https://moonraker.readthedocs.io/en/latest/configuration/#notifier */
export const moonraker = machineConnector({
  id: 'moonraker',
  title: 'Moonraker (Klipper)',
  description: [
    'Add a notifier to `moonraker.conf` for the events `started`, `complete`, `error`, `cancelled`, `paused` and `resumed` (one notifier can handle all of them):',
    '`[notifier cubit]`, `url: jsons://…` with the URL, `events: *`, and this JSON as `body`: `{\'{\'}"state": "{event_name}", "filename": "{event_args[1].filename}", "filament_used": {event_args[1].filament_used}{\'}\'}`.',
    'Plain text messages are accepted too, but do not state the filament used. Notifications of the websocket can be forwarded unchanged.',
  ].join('\n'),
  payload,
  read: readMoonraker,
});

const STATES = {
  printing: 'printing',
  started: 'printing',
  resumed: 'printing',
  in_progress: 'printing',
  paused: 'paused',
  complete: 'completed',
  completed: 'completed',
  cancelled: 'cancelled',
  error: 'failed',
  failed: 'failed',
  klippy_shutdown: 'failed',
  klippy_disconnect: 'failed',
  interrupted: 'failed',
  server_exit: 'failed',
  standby: 'idle',
} as const;

export function readMoonraker(body: Payload): Reading {
  switch (body.method) {
    case undefined:
    case null:
      return ofAnswer(body.result ?? body);
    case 'notify_status_update':
      return ofUpdate(asObject(body.params?.[0]));
    case 'notify_history_changed':
      return ofHistory(asObject(body.params?.[0]));
    case 'notify_klippy_shutdown':
      return { report: { state: 'error', error: 'Klipper has shut down.' } };
    case 'notify_klippy_disconnected':
      return { report: { state: 'offline' } };
    case 'notify_klippy_ready':
      return { report: { state: 'idle' } };
    default:
      return `'${body.method}' does not describe a print.`;
  }
}

function ofAnswer(answer: Answer): Reading {
  const { state, status, state_message: reason, print_stats, virtual_sdcard, display_status } = answer;
  const update = status ?? (print_stats || virtual_sdcard || display_status ? answer : undefined);
  if (update) return ofUpdate(update);
  if (typeof state === 'object' && state !== null) return ofPrinter(readPrinterState(state));
  if (state === 'shutdown' || (state === 'error' && typeof reason === 'string'))
    return { report: { state: 'error', ...(reason ? { error: reason } : {}) } };
  return state === undefined ? ofMessage(answer.message ?? '') : ofStats({ ...answer, state }, undefined);
}

function ofPrinter(state: PrinterState | undefined): Reading {
  return state === undefined ? 'The state of the printer is unknown.' : { report: { state } };
}

/** A partial update. Without a state, the print keeps its state. */
function ofUpdate(status: Readonly<Record<string, unknown>>): Reading {
  const stats = statsOf(status['print_stats']);
  const progress = asObject(status['virtual_sdcard'])['progress'] ?? asObject(status['display_status'])['progress'];
  if (Object.keys(stats).length === 0 && typeof progress !== 'number') return 'The payload has no change of the print.';
  return ofStats(stats, typeof progress === 'number' ? progress : undefined);
}

function ofHistory({ job }: Readonly<Record<string, unknown>>): Reading {
  const { status, filename, filament_used } = asObject(job);
  return ofStats(statsOf({ state: status, filename, filament_used }), undefined);
}

function statsOf(value: unknown): PrintStats {
  return readPayload(printStats, asObject(value));
}

function ofStats({ state, filename, filament_used: used, message }: PrintStats, progress: number | undefined): Reading {
  const known = stateOf(state);
  if (state !== undefined && state !== null && known === undefined) return `The state '${state}' is unknown.`;
  if (known === 'idle') return { report: { state: 'idle' } };
  return {
    report: {
      ...(known === undefined ? {} : { state: known }),
      ...printOfFile(filename),
      ...fraction(progress),
      ...(typeof used === 'number' && used >= 0 ? { filament_used_mm: used } : {}),
      ...(known === 'failed' ? { reason: 'error', ...(message ? { error: message } : {}) } : {}),
    },
  };
}

/** The body of a notifier: JSON or plain text. */
function ofMessage(message: string): Reading {
  const stats = jsonOf(message);
  if (stats !== null) return ofStats(stats, undefined);
  const [name, state] = wordsOf(message);
  return state === undefined
    ? 'The message does not state the result of a print.'
    : { report: { state, ...printOfFile(name) } };
}

function jsonOf(message: string): PrintStats | null {
  if (!message.trimStart().startsWith('{')) return null;
  try {
    const { state, filename, filament_used } = asObject(JSON.parse(message));
    return statsOf({ state, filename, filament_used });
  } catch (error) {
    // Plain text that starts with a brace.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const WORDS: readonly (readonly [RegExp, 'printing' | 'paused' | 'completed' | 'cancelled' | 'failed'])[] = [
  [/\bcancel/i, 'cancelled'],
  [/\bcomplete/i, 'completed'],
  [/\b(error|fail)/i, 'failed'],
  [/\bpaused?\b/i, 'paused'],
  [/\b(started|resumed)\b/i, 'printing'],
];

function wordsOf(message: string) {
  const name = /'([^']{1,400})'/.exec(message)?.[1];
  // The file name must not be mistaken for a state.
  const plain = name === undefined ? message : message.replace(name, '');
  return [name, WORDS.find(([pattern]) => pattern.test(plain))?.[1]] as const;
}

function stateOf(state: string | null | undefined) {
  return Object.hasOwn(STATES, state ?? '') ? STATES[state as keyof typeof STATES] : undefined;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
