import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { FAILURE_REASONS, jobFields, OUTCOMES } from '../job/job.fields.js';
import { boolean, id, integer, note, number, reason, ref, text, uuid } from './event-fields.js';
import { jobProperties, JOB, JOB_LINK } from './job-events.js';

const { properties: job } = jobFields;
const attempt = integer('Attempt', 'Number of the attempt, starting at 1.');
const printProperties = {
  ...jobProperties,
  attempt,
};
const PRINT = { ...JOB, attempt: 1 };
const linkedTaskId = Type.Optional(
  ref('projects:task', 'Linked task', 'Id of the task of the job. Absent if it has none.'),
);
const durationS = integer('Duration', 'Seconds that the attempt took.');
const progress = Field.described(job.progress, Type.Number());
const byMachine = boolean(
  'By machine',
  'The machine reported it. Otherwise a member, a wire or a detector requested it.',
);
const output = Type.Optional(
  Field.described(job.output, Type.Object({ part: Type.String({ format: 'uuid' }), qty: Type.Number() })),
);

/** Material used from one spool, or from a part if the spool is not known. */
export const usedMaterial = Type.Object({
  partId: uuid('Part', 'Id of the part.'),
  stockItemId: Type.Optional(uuid('Stock item', 'Id of the spool. Absent if it is not known.')),
  targetId: uuid('Target', 'Target of the stock posting: the stock item if known, otherwise the part.'),
  usedG: number('Used weight', 'Grams used.'),
  delta: number('Change', 'The change of stock: `usedG` in the unit of the part, negative.'),
  unit: text('Unit', 'Unit of the part.'),
  causeKey: text('Posting key', '`digifab:job:<id>:<attempt>:<line>`. Stock is posted once per key.'),
});
const usageProperties = {
  materials: Type.Array(usedMaterial, {
    title: 'Materials',
    description: 'Material used, one entry for each spool. Empty if nothing was used.',
  }),
  partId: Type.Optional(
    ref('inventory:part', 'Part', 'Id of the part of the material. Present if exactly one material was used.'),
  ),
  delta: Type.Optional(number('Change', 'Grams of that material, negative.')),
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
  description: 'The machine started an attempt of the job.',
  payload: Type.Object(printProperties),
  example: PRINT,
});

export const printProgressed = defineEvent({
  name: 'digifab.print.progressed',
  title: 'Print progressed',
  description: 'Emitted at 25, 50 and 75 percent. If one report passes several of them, only the last is emitted.',
  payload: Type.Object({
    ...printProperties,
    percent: integer('Percent', '25, 50 or 75.'),
    eta: Type.Optional(Field.described(job.eta, Type.String({ format: 'date-time' }))),
  }),
  example: { ...PRINT, percent: 50 },
});

export const printPaused = defineEvent({
  name: 'digifab.print.paused',
  title: 'Print paused',
  description: 'The print was paused: by the machine, by a member or by a failure detector.',
  payload: Type.Object({
    ...printProperties,
    reason,
    byMachine,
  }),
  example: { ...PRINT, reason: 'Filament runout', byMachine: true },
});

export const printResumed = defineEvent({
  name: 'digifab.print.resumed',
  title: 'Print resumed',
  description: 'The paused print goes on.',
  payload: Type.Object({
    ...printProperties,
    reason,
    byMachine,
  }),
  example: { ...PRINT, byMachine: true },
});

export const printCompleted = defineEvent({
  name: 'digifab.print.completed',
  title: 'Print completed',
  description: 'The machine reported the end of a print. Emitted once per attempt, before anybody judges the result.',
  payload: Type.Object({ ...printProperties, durationS, ...usageProperties, linkedTaskId, output }),
  example: { ...PRINT, durationS: 5_400, materials: [MATERIAL], partId: id(4), delta: -37.2 },
  notification: { message: '{title} is printed. Clear the bed and judge the print.', link: JOB_LINK },
});

export const printFailed = defineEvent({
  name: 'digifab.print.failed',
  title: 'Print failed',
  description: 'The attempt failed. The material used is taken from stock, and the bed needs clearing.',
  payload: Type.Object({
    ...printProperties,
    durationS,
    progress,
    failureReason: Field.described(job.failure_reason, Type.Unsafe<string>({ type: 'string', enum: FAILURE_REASONS })),
    error: Type.Optional(Field.described(job.error, Type.String())),
    ...usageProperties,
    retried: boolean('Retried', 'The job was queued again.'),
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
    durationS,
    progress,
    reason,
    byMachine,
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
    score: number('Score', 'From 0 (no failure) to 1 (certain failure).'),
    frames: integer('Frames', 'Number of consecutive scores at or above the threshold.'),
    source: text('Source', 'Name of the detector.'),
    paused: boolean('Paused', 'The print is paused.'),
    snapshotFileId: Type.Optional(uuid('Snapshot file', 'Id of the image that was scored. Absent without one.')),
  }),
  example: { ...PRINT, score: 0.83, frames: 3, source: 'obico', paused: false },
});

export const failureDismissed = defineEvent({
  name: 'digifab.print.failure_dismissed',
  title: 'Failure suspicion dismissed',
  description: 'A member dismissed the suspicion. Scores are ignored for the time of the setting `failure_cooldown_s`.',
  payload: Type.Object({
    ...printProperties,
    resumed: boolean('Resumed', 'The detector had paused the print, which is resumed.'),
  }),
  example: { ...PRINT, resumed: false },
});

const outcome = Type.Unsafe<string>({ type: 'string', enum: OUTCOMES });
/** Effect of a verdict on the stock of the output part. */
const verdict = {
  outcome: Field.described(job.outcome, outcome),
  previousOutcome: Field.described(
    { title: 'Previous outcome', description: 'The verdict before. `pending`: this is the first one.' },
    outcome,
  ),
  goodQty: number('Good', 'Good quantity, in the unit of the output part.'),
  outputPartId: Type.Optional(
    ref('inventory:part', 'Output part', 'Id of the part that the print makes. Absent if its output is not stocked.'),
  ),
  outputQty: Type.Optional(number('Output quantity', 'Quantity that this verdict adds to stock.')),
  outputCauseKey: Type.Optional(
    text(
      'Output posting key',
      '`digifab:job:<id>:<attempt>:output:<verdict>`. Present if something is added to stock.',
    ),
  ),
  replacesCauseKey: Type.Optional(
    text('Replaced posting key', 'Cause key of the output of the previous verdict, which this verdict reverses.'),
  ),
  reopenTaskId: Type.Optional(
    ref('projects:task', 'Task to reopen', 'The linked task, if the previous verdict was `good` and this one is not.'),
  ),
  note,
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
