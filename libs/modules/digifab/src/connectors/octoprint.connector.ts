import { Type, type Static } from 'typebox';
import { fraction, inSeconds, printOfFile, type Reading } from './machine-signal.js';
import { machineConnector } from './machine-connector.js';

const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]));
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const flag = Type.Optional(Type.Boolean());

/** The Webhooks plugin's body, and those of `/api/job` and `/api/printer`, which a script may pass on. */
const payload = Type.Object({
  topic: text,
  message: text,
  apiSecret: text,
  extra: Type.Optional(Type.Union([Type.Object({ name: text, reason: text, error: text }), Type.Null()])),
  state: Type.Optional(
    Type.Union([
      Type.String(),
      Type.Object({
        text,
        flags: Type.Optional(
          Type.Object({ printing: flag, paused: flag, error: flag, operational: flag, closedOrError: flag }),
        ),
      }),
      Type.Null(),
    ]),
  ),
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
    'Install the plugin Webhooks, add a hook with the URL, POST and the content type JSON, and leave the data as it is. Its "API secret" is the secret.',
  payload,
  secretIn: (body) => (body as { readonly apiSecret?: string } | null)?.apiSecret,
  read: readOctoprint,
});

/** `Print Done` of the plugin and `PrintDone` of OctoPrint are one. */
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
        ? { report: { state: 'cancelled', reason, ...print, ...partOf(body) } }
        : { report: { state: 'failed', reason: 'error', ...said(body), ...print, ...partOf(body) } };
    case 'printcancelled':
      return { report: { state: 'cancelled', reason: 'cancelled', ...print, ...partOf(body) } };
    case 'printpaused':
    case 'useractionneeded':
      return { report: { state: 'paused', ...print, ...progressOf(body) } };
    case 'printresumed':
      return { report: { state: 'printing', ...print, ...progressOf(body) } };
    case 'error':
      return { report: { state: 'error', ...said(body) } };
    case 'disconnected':
      return { report: { state: 'offline' } };
    case 'connected':
      return { report: { state: 'idle' } };
    default:
      return `'${body.topic ?? ''}' says nothing of a print.`;
  }
}

function ofState(body: Payload, now: Date): Reading {
  const { state } = body;
  const flags = typeof state === 'object' && state !== null ? state.flags : undefined;
  const words = (typeof state === 'string' ? state : (state?.text ?? '')).toLowerCase();
  const common = {
    ...printOfFile(body.job?.file?.name),
    ...progressOf(body),
    ...inSeconds(body.progress?.printTimeLeft, now),
  };
  if (flags?.error === true || words.startsWith('error')) return { report: { state: 'error' } };
  if (words.startsWith('offline')) return { report: { state: 'offline' } };
  if (flags?.paused === true || words.startsWith('paus')) return { report: { state: 'paused', ...common } };
  if (flags?.printing === true || words.startsWith('printing')) return { report: { state: 'printing', ...common } };
  if (flags?.operational === true || words.startsWith('operational')) return { report: { state: 'idle' } };
  return 'There is no topic and no state that is known.';
}

/** By the place in the file, where it is told: `completion` is a percentage in some answers and a fraction in others. */
function progressOf({ progress, job, message }: Payload): { readonly progress?: number } {
  const [position, size] = [progress?.filepos, job?.file?.size];
  if (typeof position === 'number' && typeof size === 'number' && size > 0) return fraction(position / size);
  if (typeof progress?.completion === 'number') return fraction(progress.completion / 100);
  const percent = /(\d{1,3}(?:\.\d+)?) ?%/.exec(message ?? '')?.[1];
  return percent === undefined ? {} : fraction(Number(percent) / 100);
}

/** At its end a print says how far it was; that it is done all the same is no progress. */
function partOf(body: Payload): { readonly progress?: number } {
  const { progress } = progressOf(body);
  return progress === undefined || progress >= 1 ? {} : { progress };
}

/** What the whole file takes, for each tool: millimetres. */
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

function said({ extra, message }: Payload): { readonly error?: string } {
  const error = extra?.error ?? message;
  return error === undefined || error === null ? {} : { error };
}
