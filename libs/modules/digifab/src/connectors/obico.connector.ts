import { Type, type Static } from 'typebox';
import { printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const payload = Type.Object({
  event: Type.String(),
  is_warning: Type.Optional(Type.Boolean()),
  print_paused: Type.Optional(Type.Boolean()),
  print: Type.Optional(Type.Union([Type.Object({ filename: text }), Type.Null()])),
});

/** Obico sends no score: it has judged by itself, by two thresholds. */
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
    'In the notification settings of Obico, add a webhook with the URL. An alert of its failure detection makes a suspicion.',
  payload,
  read: readObico,
});

export function readObico({ event, is_warning, print_paused, print }: Static<typeof payload>): Reading {
  const named = printOfFile(print?.filename);
  if (event === 'PrintFailure') {
    const failure = { score: is_warning === true ? WARNING : FAILURE, source: 'obico' };
    return print_paused === true ? { failure, report: { state: 'paused', reason: 'detected', ...named } } : { failure };
  }
  const state = Object.hasOwn(STATES, event) ? STATES[event as keyof typeof STATES] : undefined;
  return state === undefined ? `'${event}' says nothing of a print.` : { report: { state, ...named } };
}
