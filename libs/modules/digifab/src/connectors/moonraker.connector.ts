import { Type, type Static } from 'typebox';
import { fraction, printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';

const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]));
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** Klipper's `print_stats`. In notifications, what has not changed is left out. */
const printStats = Type.Object({ state: text, filename: text, filament_used: number, message: text });
type PrintStats = Static<typeof printStats>;

/** What a notifier posts (Apprise's JSON), a JSON-RPC notification of Moonraker, or `print_stats` as they are. */
const payload = Type.Object({
  method: text,
  params: Type.Optional(Type.Array(Type.Unknown())),
  version: text,
  title: text,
  type: text,
  ...printStats.properties,
});
type Payload = Static<typeof payload>;

/** https://moonraker.readthedocs.io/en/latest/configuration/#notifier */
export const moonraker = machineConnector({
  id: 'moonraker',
  title: 'Moonraker (Klipper)',
  description: [
    'In `moonraker.conf`, for each of the events `started`, `complete`, `error`, `cancelled`, `paused` and `resumed` (one notifier may have them all):',
    '`[notifier cubit]`, `url: jsons://…` with the URL, `events: *`, and as `body` what has happened as JSON: `{\'{\'}"state": "{event_name}", "filename": "{event_args[1].filename}", "filament_used": {event_args[1].filament_used}{\'}\'}`.',
    'A text in plain words is understood as well, without the filament. What the websocket notifies of may be passed on as it is.',
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
      return body.state === undefined ? ofMessage(body.message ?? '') : ofStats(body, undefined);
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
      return `'${body.method}' says nothing of a print.`;
  }
}

/** Only what has changed: without a state, the print goes on as it is. */
function ofUpdate(status: Readonly<Record<string, unknown>>): Reading {
  const stats = asObject(status['print_stats']);
  const progress = asObject(status['virtual_sdcard'])['progress'] ?? asObject(status['display_status'])['progress'];
  if (Object.keys(stats).length === 0 && typeof progress !== 'number') return 'Nothing of the print has changed.';
  return ofStats(stats, typeof progress === 'number' ? progress : undefined);
}

function ofHistory({ job }: Readonly<Record<string, unknown>>): Reading {
  const { status, filename, filament_used } = asObject(job);
  return ofStats({ state: status, filename, filament_used } as PrintStats, undefined);
}

function ofStats({ state, filename, filament_used: used, message }: PrintStats, progress: number | undefined): Reading {
  const known = stateOf(state);
  if (state !== undefined && state !== null && known === undefined) return `The state '${state}' is not known.`;
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

/** A notifier's body: our JSON, or words. */
function ofMessage(message: string): Reading {
  const stats = jsonOf(message);
  if (stats !== null) return ofStats(stats, undefined);
  const [name, state] = wordsOf(message);
  return state === undefined
    ? 'The message does not say what has become of a print.'
    : { report: { state, ...printOfFile(name) } };
}

function jsonOf(message: string): PrintStats | null {
  if (!message.trimStart().startsWith('{')) return null;
  try {
    const { state, filename, filament_used } = asObject(JSON.parse(message));
    return { state, filename, filament_used } as PrintStats;
  } catch (error) {
    // A text that merely starts so.
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
  // What the file is called says nothing of the print.
  const plain = name === undefined ? message : message.replace(name, '');
  return [name, WORDS.find(([pattern]) => pattern.test(plain))?.[1]] as const;
}

function stateOf(state: string | null | undefined) {
  return Object.hasOwn(STATES, state ?? '') ? STATES[state as keyof typeof STATES] : undefined;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
