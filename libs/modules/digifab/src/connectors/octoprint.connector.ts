import { Type, type Static } from 'typebox';
import { fraction, inSeconds, printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';
import { number, text } from './payload-fields.js';
import { printerState, readPrinterState } from './printer-state.js';

/** The body that the Webhooks plugin sends, and the responses of `/api/job` and `/api/printer`, which a script may forward. */
const payload = Type.Object({
  topic: text,
  message: text,
  extra: Type.Optional(Type.Union([Type.Object({ name: text, reason: text, error: text }), Type.Null()])),
  state: Type.Optional(Type.Union([Type.String(), printerState, Type.Null()])),
  job: Type.Optional(
    Type.Object({
      file: Type.Optional(Type.Object({ name: text, size: number })),
      filament: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
    }),
  ),
  progress: Type.Optional(
    Type.Union([Type.Object({ completion: number, filepos: number, printTimeLeft: number }), Type.Null()]),
  ),
});
type Payload = Static<typeof payload>;

/** https://github.com/2blane/OctoPrint-Webhooks, https://docs.octoprint.org/en/master/events/ */
export const octoprint = machineConnector({
  id: 'octoprint',
  title: 'OctoPrint',
  description:
    'Install the plugin "Webhooks" and add a hook with the URL, the method POST, the content type JSON and the default data. The "API secret" of the plugin is the secret.',
  payload,
  secretMember: 'apiSecret',
  typeOf: ({ topic }) => topic ?? null,
  read: readOctoprint,
});

/** Topics are compared by letters only: `Print Done` of the plugin equals `PrintDone` of OctoPrint. */
export function readOctoprint(body: Payload, now: Date): Reading {
  const topic = body.topic?.toLowerCase().replaceAll(/[^a-z]/g, '');
  const print = { ...printOfFile(body.extra?.name ?? body.job?.file?.name) };
  const reason = body.extra?.reason ?? undefined;
  switch (topic) {
    case undefined:
      return ofState(body, now);
    case 'printstarted':
      return { report: { state: 'printing', ...print } };
    case 'printprogress':
      return {
        report: { state: 'printing', ...print, ...progressOf(body), ...inSeconds(body.progress?.printTimeLeft, now) },
      };
    case 'printdone':
      return { report: { state: 'completed', ...print, ...filamentOf(body) } };
    case 'printfailed':
      return reason === 'cancelled'
        ? { report: { state: 'cancelled', reason, ...print, ...partialProgress(body) } }
        : { report: { state: 'failed', reason: 'error', ...errorOf(body), ...print, ...partialProgress(body) } };
    case 'printcancelled':
      return { report: { state: 'cancelled', reason: 'cancelled', ...print, ...partialProgress(body) } };
    case 'printpaused':
    case 'useractionneeded':
      return { report: { state: 'paused', ...print, ...progressOf(body) } };
    case 'printresumed':
      return { report: { state: 'printing', ...print, ...progressOf(body) } };
    case 'error':
      return { report: { state: 'error', ...errorOf(body) } };
    case 'disconnected':
      return { report: { state: 'offline' } };
    case 'connected':
      return { report: { state: 'idle' } };
    default:
      return `'${body.topic ?? ''}' does not describe a print.`;
  }
}

function ofState(body: Payload, now: Date): Reading {
  const state = readPrinterState(body.state);
  if (state === undefined) return 'The payload has no topic and no known state.';
  if (state !== 'paused' && state !== 'printing') return { report: { state } };
  const common = {
    ...printOfFile(body.job?.file?.name),
    ...progressOf(body),
    ...inSeconds(body.progress?.printTimeLeft, now),
  };
  return { report: { state, ...common } };
}

/** By the position in the file if present: `completion` is a percentage in some responses and a fraction in others. */
function progressOf({ progress, job, message }: Payload): { readonly progress?: number } {
  const [position, size] = [progress?.filepos, job?.file?.size];
  if (typeof position === 'number' && typeof size === 'number' && size > 0) return fraction(position / size);
  if (typeof progress?.completion === 'number') return fraction(progress.completion / 100);
  const percent = /(\d{1,3}(?:\.\d+)?) ?%/.exec(message ?? '')?.[1];
  return percent === undefined ? {} : fraction(Number(percent) / 100);
}

/** Progress of a print that failed or was cancelled. A value of 1 is left out: it only says that the print ended. */
function partialProgress(body: Payload): { readonly progress?: number } {
  const { progress } = progressOf(body);
  return progress === undefined || progress >= 1 ? {} : { progress };
}

/** Filament that the whole file uses, per tool, in millimetres. */
function filamentOf({ job }: Payload) {
  const tools = Object.entries(job?.filament ?? {}).flatMap(([tool, used]) => {
    const length = (used as { readonly length?: unknown } | null)?.length;
    return typeof length === 'number' && length > 0
      ? [{ slot: Number(/^tool(\d+)$/.exec(tool)?.[1] ?? 0), used_mm: length }]
      : [];
  });
  const [first] = tools;
  if (!first) return {};
  return tools.length === 1 ? { filament_used_mm: first.used_mm } : { materials: tools };
}

function errorOf({ extra, message }: Payload): { readonly error?: string } {
  const error = extra?.error ?? message;
  return error === undefined || error === null ? {} : { error };
}
