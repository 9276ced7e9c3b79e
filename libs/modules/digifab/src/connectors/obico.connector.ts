import { Type, type Static } from 'typebox';
import { printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';
import { flag, text } from './payload-fields.js';

const payload = Type.Object({
  event: text,
  is_warning: flag,
  print_paused: flag,
  print: Type.Optional(Type.Union([Type.Object({ filename: text }), Type.Null()])),
});

/** Obico sends no score, only whether the warning or the failure threshold was exceeded. */
const WARNING = 0.75;
const FAILURE = 0.95;

const STATES = {
  PrintStarted: 'printing',
  PrintResumed: 'printing',
  PrintDone: 'completed',
  PrintCancelled: 'cancelled',
  PrintPaused: 'paused',
  FilamentChange: 'paused',
} as const;

/** https://www.obico.io/docs/user-guides/webhook-notifications/ */
export const obico = machineConnector({
  id: 'obico',
  title: 'Obico',
  description:
    'In the notification settings of Obico, add a webhook with the URL. An alert of the failure detection raises a suspicion.',
  payload,
  typeOf: ({ event }) => event ?? null,
  read: readObico,
});

export function readObico({ event, is_warning, print_paused, print }: Static<typeof payload>): Reading {
  const state = Object.hasOwn(STATES, event ?? '') ? STATES[event as keyof typeof STATES] : undefined;
  const named = printOfFile(print?.filename);
  if (event === 'PrintFailure') {
    const failure = { score: is_warning === true ? WARNING : FAILURE, source: 'obico' };
    return print_paused === true ? { failure, report: { state: 'paused', reason: 'detected', ...named } } : { failure };
  }
  return state === undefined ? `'${event ?? ''}' does not describe a print.` : { report: { state, ...named } };
}
