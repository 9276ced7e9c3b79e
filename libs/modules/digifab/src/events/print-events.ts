import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { FAILURE_REASONS, OUTCOMES } from '../job/job.fields.js';
import { id } from './example.js';
import { aboutJob, JOB, JOB_LINK } from './job-events.js';

const text = Type.String();
const attempt = Type.Integer({ description: 'Counted from 1.' });
const aboutPrint = {
  ...aboutJob,
  attempt,
};
const PRINT = { ...JOB, attempt: 1 };
const linkedTaskId = Type.Optional(Field.ref('projects:task'));
const reason = Type.Optional(text);

const output = Type.Optional(Type.Object({ part: Type.String({ format: 'uuid' }), qty: Type.Number() }));

/** What was used of one spool, or of a part where no spool is known. */
export const usedMaterial = Type.Object({
  partId: Type.String({ format: 'uuid' }),
  stockItemId: Type.Optional(Type.String({ format: 'uuid' })),
  targetId: Type.String({ format: 'uuid', description: 'What is to be taken from: the stock item, else the part.' }),
  usedG: Type.Number({ description: 'Grams.' }),
  delta: Type.Number({ description: 'The same, negative and in the unit of the part: what stock changes by.' }),
  unit: text,
  causeKey: Type.String({ description: '`digifab:job:<id>:<attempt>:<line>`: posted once, whatever repeats.' }),
});
const accounts = {
  materials: Type.Array(usedMaterial),
  partId: Type.Optional(Field.ref('inventory:part', { description: 'Where exactly one material was used.' })),
  delta: Type.Optional(Type.Number({ description: 'Its grams, negative.' })),
};
const MATERIAL = {
  partId: id(4),
  stockItemId: id(5),
  targetId: id(5),
  usedG: 37.2,
  delta: -37.2,
  unit: 'g',
  causeKey: `digifab:job:${id(1)}:1:0`,
};

export const printStarted = defineEvent({
  name: 'digifab.print.started',
  title: 'Print started',
  payload: Type.Object(aboutPrint),
  example: PRINT,
});

export const printProgressed = defineEvent({
  name: 'digifab.print.progressed',
  title: 'Print progressed',
  description: 'Once each at 25, 50 and 75 percent; of several passed at once the last.',
  payload: Type.Object({
    ...aboutPrint,
    percent: Type.Integer({ description: '25, 50 or 75.' }),
    eta: Type.Optional(Type.String({ format: 'date-time' })),
  }),
  example: { ...PRINT, percent: 50 },
});

export const printPaused = defineEvent({
  name: 'digifab.print.paused',
  title: 'Print paused',
  payload: Type.Object({ ...aboutPrint, reason, byMachine: Type.Boolean({ description: 'The machine reported it.' }) }),
  example: { ...PRINT, reason: 'Filament runout', byMachine: true },
});

export const printResumed = defineEvent({
  name: 'digifab.print.resumed',
  title: 'Print resumed',
  payload: Type.Object({ ...aboutPrint, reason, byMachine: Type.Boolean({ description: 'The machine reported it.' }) }),
  example: { ...PRINT, byMachine: true },
});

export const printCompleted = defineEvent({
  name: 'digifab.print.completed',
  title: 'Print completed',
  description:
    'The machine reports the end of a print; once per attempt. Whether it is any good is for somebody to say.',
  payload: Type.Object({ ...aboutPrint, durationS: Type.Integer(), ...accounts, linkedTaskId, output }),
  example: { ...PRINT, durationS: 5_400, materials: [MATERIAL], partId: id(4), delta: -37.2 },
  notification: { message: '{title} is printed; clear the bed and judge it.', link: JOB_LINK },
});

export const printFailed = defineEvent({
  name: 'digifab.print.failed',
  title: 'Print failed',
  payload: Type.Object({
    ...aboutPrint,
    durationS: Type.Integer(),
    progress: Type.Number({ description: '0 to 1.' }),
    failureReason: Type.Unsafe<string>({ type: 'string', enum: FAILURE_REASONS }),
    error: Type.Optional(text),
    ...accounts,
    retried: Type.Boolean({ description: 'It is queued again.' }),
    linkedTaskId,
  }),
  example: {
    ...PRINT,
    durationS: 1_800,
    progress: 0.4,
    failureReason: 'adhesion',
    materials: [MATERIAL],
    partId: id(4),
    delta: -37.2,
    retried: false,
  },
  notification: { message: '{title} failed: {failureReason}.', link: JOB_LINK, priority: 'high' },
});

export const printCancelled = defineEvent({
  name: 'digifab.print.cancelled',
  title: 'Print cancelled',
  description: 'Also where it had not begun: then nothing was used.',
  payload: Type.Object({
    ...aboutPrint,
    durationS: Type.Integer(),
    progress: Type.Number({ description: '0 to 1.' }),
    reason,
    byMachine: Type.Boolean({ description: 'The machine reported it.' }),
    ...accounts,
    linkedTaskId,
  }),
  example: { ...PRINT, durationS: 600, progress: 0.1, byMachine: false, materials: [] },
});

export const failureSuspected = defineEvent({
  name: 'digifab.print.failure_suspected',
  title: 'Print looks like a failure',
  description: 'Once per attempt until it is dismissed.',
  payload: Type.Object({
    ...aboutPrint,
    score: Type.Number({ description: '0 to 1.' }),
    frames: Type.Integer({ description: 'How many in a row reached the threshold.' }),
    source: text,
    paused: Type.Boolean(),
    snapshotFileId: Type.Optional(Type.String({ format: 'uuid' })),
  }),
  example: { ...PRINT, score: 0.83, frames: 3, source: 'obico', paused: false },
});

export const failureDismissed = defineEvent({
  name: 'digifab.print.failure_dismissed',
  title: 'Suspicion dismissed',
  payload: Type.Object({ ...aboutPrint, resumed: Type.Boolean() }),
  example: { ...PRINT, resumed: false },
});

/** What a verdict does to the stock of what was made. */
const verdict = {
  outcome: Type.Unsafe<string>({ type: 'string', enum: OUTCOMES }),
  previousOutcome: Type.Unsafe<string>({ type: 'string', enum: OUTCOMES }),
  goodQty: Type.Number({ description: 'What was found good, in the unit of the part that is made.' }),
  outputPartId: Type.Optional(Field.ref('inventory:part')),
  outputQty: Type.Optional(Type.Number({ description: 'What goes into stock by this verdict.' })),
  outputCauseKey: Type.Optional(
    Type.String({
      description: '`digifab:job:<id>:<attempt>:output:<verdict>`; there where something goes into stock.',
    }),
  ),
  replacesCauseKey: Type.Optional(
    Type.String({ description: 'Of what an earlier verdict put into stock, and this one takes back.' }),
  ),
  reopenTaskId: Type.Optional(
    Field.ref('projects:task', { description: 'The linked task, where an earlier verdict had found all good.' }),
  ),
  note: Type.Optional(text),
};

export const printConfirmed = defineEvent({
  name: 'digifab.print.confirmed',
  title: 'Print found good',
  description: 'All of it or some. `linkedTaskId` is there where all is good: the task is done.',
  payload: Type.Object({ ...aboutPrint, ...verdict, linkedTaskId }),
  example: {
    ...PRINT,
    outcome: 'good',
    previousOutcome: 'pending',
    goodQty: 4,
    outputPartId: id(6),
    outputQty: 4,
    outputCauseKey: `digifab:job:${id(1)}:1:output:1`,
    linkedTaskId: id(7),
  },
});

export const printScrapped = defineEvent({
  name: 'digifab.print.scrapped',
  title: 'Print scrapped',
  description: 'Its material stays used.',
  payload: Type.Object({ ...aboutPrint, ...verdict, linkedTaskId }),
  example: { ...PRINT, outcome: 'scrapped', previousOutcome: 'pending', goodQty: 0 },
});

export const printEvents = [
  printStarted,
  printProgressed,
  printPaused,
  printResumed,
  printCompleted,
  printFailed,
  printCancelled,
  failureSuspected,
  failureDismissed,
  printConfirmed,
  printScrapped,
] as const;
