import { Type, type Static } from 'typebox';
import { fraction, inSeconds, printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';
import { number, text } from './payload-fields.js';

const SECONDS_PER_MINUTE = 60;
/** `print_error` 0300-400C: the print was stopped at the printer or in the app. */
const STOPPED = 0x0300_400c;

/** A message of the printer's topic `device/<serial>/report`. P1 and A1 send what has changed, X1 all of it. */
const payload = Type.Object({
  print: Type.Optional(
    Type.Object({
      gcode_state: text,
      gcode_file: text,
      mc_percent: number,
      mc_remaining_time: number,
      print_error: number,
    }),
  ),
});

const STATES = {
  IDLE: 'idle',
  PREPARE: 'printing',
  SLICING: 'printing',
  RUNNING: 'printing',
  PAUSE: 'paused',
  FINISH: 'completed',
  FAILED: 'failed',
} as const;

/** https://github.com/Doridian/OpenBambuAPI/blob/main/mqtt.md */
export const bambu = machineConnector({
  id: 'bambu',
  title: 'Bambu Lab',
  description:
    'Bambu printers do not send webhooks. Run a small script in the network of the printer that forwards the messages of the MQTT topic `device/<serial>/report` unchanged.',
  payload,
  read: readBambu,
});

export function readBambu({ print }: Static<typeof payload>, now: Date): Reading {
  const { gcode_state: name, gcode_file: file, mc_percent: percent, mc_remaining_time: minutes } = print ?? {};
  const state = Object.hasOwn(STATES, name ?? '') ? STATES[name as keyof typeof STATES] : undefined;
  if (typeof name === 'string' && state === undefined) return `The state '${name}' is unknown.`;
  const far = typeof percent === 'number' ? fraction(percent / 100) : {};
  const left = typeof minutes === 'number' ? inSeconds(minutes * SECONDS_PER_MINUTE, now) : {};
  const details = { ...printOfFile(file), ...far, ...left };
  if (state === undefined)
    return Object.keys(details).length === 0 ? 'The payload has no change of the print.' : { report: details };
  // The printer stays in the final state of the last print, so the file is not used: the next print may have the same file.
  if (state === 'idle' || state === 'completed') return { report: { state } };
  if (state !== 'failed') return { report: { state, ...details } };
  return print?.print_error === STOPPED
    ? { report: { state: 'cancelled', reason: 'cancelled', ...far } }
    : { report: { state, reason: 'error', ...far } };
}
