import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { FAILURE_REASONS, OUTCOMES } from '../job/job.fields.js';
import { id } from './example.js';
import { jobProperties, JOB, JOB_LINK } from './job-events.js';

const text = Type.String();
const attempt = Type.Integer({ description: 'Number of the attempt, starting at 1.' });
const printProperties = {
  ...jobProperties,
  attempt,
};
const PRINT = { ...JOB, attempt: 1 };
const linkedTaskId = Type.Optional(Field.ref('projects:task'));
const reason = Type.Optional(text);

const output = Type.Optional(Type.Object({ part: Type.String({ format: 'uuid' }), qty: Type.Number() }));

/** Material used from one spool, or from a part if the spool is not known. */
export const usedMaterial = Type.Object({
  partId: Type.String({ format: 'uuid' }),
  stockItemId: Type.Optional(Type.String({ format: 'uuid' })),
  targetId: Type.String({
    format: 'uuid',
    description: 'Target of the stock posting: the stock item if known, otherwise the part.',
  }),
  usedG: Type.Number({ description: 'Grams used.' }),
  delta: Type.Number({ description: 'The change of stock: `usedG` in the unit of the part, negative.' }),
  unit: text,
  causeKey: Type.String({ description: '`digifab:job:<id>:<attempt>:<line>`. Stock is posted once per key.' }),
});
const usageProperties = {
  materials: Type.Array(usedMaterial),
  partId: Type.Optional(Field.ref('inventory:part', { description: 'Present if exactly one material was used.' })),
  delta: Type.Optional(Type.Number({ description: 'Grams of that material, negative.' })),
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
  payload: Type.Object(printProperties),
  example: PRINT,
});

export const printProgressed = defineEvent({
  name: 'digifab.print.progressed',
  title: 'Print progressed',
  description: 'Emitted at 25, 50 and 75 percent. If one report passes several of them, only the last is emitted.',
  payload: Type.Object({
    ...printProperties,
    percent: Type.Integer({ description: '25, 50 or 75.' }),
    eta: Type.Optional(Type.String({ format: 'date-time' })),
  }),
  example: { ...PRINT, percent: 50 },
});

export const printPaused = defineEvent({
  name: 'digifab.print.paused',
  title: 'Print paused',
  payload: Type.Object({
    ...printProperties,
    reason,
    byMachine: Type.Boolean({ description: 'The machine reported it.' }),
  }),
  example: { ...PRINT, reason: 'Filament runout', byMachine: true },
});

export const printResumed = defineEvent({
  name: 'digifab.print.resumed',
  title: 'Print resumed',
  payload: Type.Object({
    ...printProperties,
    reason,
    byMachine: Type.Boolean({ description: 'The machine reported it.' }),
  }),
  example: { ...PRINT, byMachine: true },
});

export const printCompleted = defineEvent({
  name: 'digifab.print.completed',
  title: 'Print completed',
  description: 'The machine reported the end of a print. Emitted once per attempt, before anybody judges the result.',
  payload: Type.Object({ ...printProperties, durationS: Type.Integer(), ...usageProperties, linkedTaskId, output }),
  example: { ...PRINT, durationS: 5_400, materials: [MATERIAL], partId: id(4), delta: -37.2 },
  notification: { message: '{title} is printed. Clear the bed and judge the print.', link: JOB_LINK },
});

export const printFailed = defineEvent({
  name: 'digifab.print.failed',
  title: 'Print failed',
  payload: Type.Object({
    ...printProperties,
    durationS: Type.Integer(),
    progress: Type.Number({ description: 'From 0 to 1.' }),
    failureReason: Type.Unsafe<string>({ type: 'string', enum: FAILURE_REASONS }),
    error: Type.Optional(text),
    ...usageProperties,
    retried: Type.Boolean({ description: 'The job was queued again.' }),
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
  description: 'Also emitted for a job that had not started; then `materials` is empty.',
  payload: Type.Object({
    ...printProperties,
    durationS: Type.Integer(),
    progress: Type.Number({ description: 'From 0 to 1.' }),
    reason,
    byMachine: Type.Boolean({ description: 'The machine reported it.' }),
    ...usageProperties,
    linkedTaskId,
  }),
  example: { ...PRINT, durationS: 600, progress: 0.1, byMachine: false, materials: [] },
});

export const failureSuspected = defineEvent({
  name: 'digifab.print.failure_suspected',
  title: 'Print failure suspected',
  description: 'Emitted once per attempt until the suspicion is dismissed.',
  payload: Type.Object({
    ...printProperties,
    score: Type.Number({ description: 'From 0 to 1.' }),
    frames: Type.Integer({ description: 'Number of consecutive scores at or above the threshold.' }),
    source: text,
    paused: Type.Boolean(),
    snapshotFileId: Type.Optional(Type.String({ format: 'uuid' })),
  }),
  example: { ...PRINT, score: 0.83, frames: 3, source: 'obico', paused: false },
});

export const failureDismissed = defineEvent({
  name: 'digifab.print.failure_dismissed',
  title: 'Failure suspicion dismissed',
  payload: Type.Object({ ...printProperties, resumed: Type.Boolean() }),
  example: { ...PRINT, resumed: false },
});

/** Effect of a verdict on the stock of the output part. */
const verdict = {
  outcome: Type.Unsafe<string>({ type: 'string', enum: OUTCOMES }),
  previousOutcome: Type.Unsafe<string>({ type: 'string', enum: OUTCOMES }),
  goodQty: Type.Number({ description: 'Good quantity, in the unit of the output part.' }),
  outputPartId: Type.Optional(Field.ref('inventory:part')),
  outputQty: Type.Optional(Type.Number({ description: 'Quantity that this verdict adds to stock.' })),
  outputCauseKey: Type.Optional(
    Type.String({
      description: '`digifab:job:<id>:<attempt>:output:<verdict>`. Present if something is added to stock.',
    }),
  ),
  replacesCauseKey: Type.Optional(
    Type.String({ description: 'Cause key of the output of the previous verdict, which this verdict reverses.' }),
  ),
  reopenTaskId: Type.Optional(
    Field.ref('projects:task', {
      description: 'The linked task, if the previous verdict was `good` and this one is not.',
    }),
  ),
  note: Type.Optional(text),
};

export const printConfirmed = defineEvent({
  name: 'digifab.print.confirmed',
  title: 'Print confirmed',
  description:
    'The verdict is `good` or `partial`. `linkedTaskId` is present only if it is `good`: the task is then done.',
  payload: Type.Object({ ...printProperties, ...verdict, linkedTaskId }),
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
  description: 'The verdict is `scrapped`. The material remains consumed.',
  payload: Type.Object({ ...printProperties, ...verdict, linkedTaskId }),
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
