import { computed, Field, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { slotNumber } from '../machine/machine.fields.js';
import { REASONS } from '../queue/reasons.js';
import { JOB_STATUSES } from './job-status.js';

const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const grams = Type.Number({ minimum: 0, maximum: 1e6 });
export const MAX_MATERIALS = 32;

/** The material that a job uses from one spool. */
export const materialLine = Type.Object(
  {
    part: Type.Optional(uuid('Id of the part. Set from the stock item if absent.')),
    stock_item: Type.Optional(uuid('Id of a stock item: the job uses only this spool.')),
    slot: Type.Optional(slotNumber),
    material: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['PLA'] })),
    color_hex: Type.Optional(Field.color()),
    color_alpha: Type.Optional(Field.colorAlpha()),
    est_g: Type.Optional(grams),
    used_g: Type.Optional({ ...grams, description: 'Grams used by the last attempt. Set from reports.' }),
    posted_g: Type.Optional({
      ...grams,
      description: 'Grams of `used_g` that were taken from stock. Less than `used_g` if the stock item had less.',
    }),
    posted: Type.Optional(
      Type.Boolean({ deprecated: true, description: 'Something was taken from stock. Use `posted_g` instead.' }),
    ),
    reservation: Type.Optional(uuid('Id of the reservation of the material.')),
    closed: Type.Optional(Type.Boolean({ description: 'The spool was removed during the print.' })),
  },
  { additionalProperties: false },
);
export type MaterialLine = Static<typeof materialLine>;

/** The line as it was planned, without what the attempt has reported and reserved. */
export function plannedLine({
  used_g: _,
  posted_g: __,
  posted: ___,
  reservation: ____,
  closed: _____,
  ...line
}: MaterialLine): MaterialLine {
  return line;
}

export const materialLines = Type.Array(materialLine, { maxItems: MAX_MATERIALS });

export const target = Type.Object(
  {
    machine: Type.Optional(uuid('Id of the only machine that may run the job.')),
    pool: Type.Optional(uuid('Id of a pool of machines.')),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        description: 'The machine must have all of these tags.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const output = Type.Object(
  {
    part: uuid('Id of the part that the print makes.'),
    qty: Type.Number({ exclusiveMinimum: 0, maximum: 1e6, multipleOf: 1e-6 }),
  },
  { additionalProperties: false },
);

export const OUTCOMES = ['pending', 'good', 'scrapped', 'partial'] as const;
export const FAILURE_REASONS = ['cancelled', 'error', 'detected', 'adhesion', 'runout', 'power', 'other'] as const;

/** State of failure detection for the current attempt. */
const watch = Type.Object({
  /** Recent scores, newest last. */
  scores: Type.Array(Type.Number()),
  in_row: Type.Integer(),
  suspected_at: Type.Optional(Type.String()),
  quiet_until: Type.Optional(Type.String()),
  ignored: Type.Optional(
    Type.Array(Type.Object({ at: Type.String(), score: Type.Number(), source: Type.String(), reason: Type.String() }), {
      description: 'The last alerts of detectors that raised no suspicion, and why.',
    }),
  ),
});
export type Watch = Static<typeof watch>;

export const COMMAND_NAMES = ['print', 'pause', 'resume', 'cancel'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];
const jobCommand = Type.Object({
  id: uuid('Id of the command.'),
  name: Type.Unsafe<CommandName>({ type: 'string', enum: COMMAND_NAMES }),
  status: Type.Unsafe<'queued' | 'succeeded' | 'failed' | 'expired' | 'cancelled'>({
    type: 'string',
    enum: ['queued', 'succeeded', 'failed', 'expired', 'cancelled'],
  }),
  reason: Type.Optional(Type.String({ description: 'The reason given for the command.' })),
  error: Type.Optional(Type.String({ description: 'Why the command failed.' })),
});
export type JobCommand = Static<typeof jobCommand>;

export const jobFields = Type.Object({
  title: Field.text({ minLength: 1 }),
  file: Type.Optional(Field.ref('digifab:file')),
  status: Field.enum(JOB_STATUSES),
  outcome: computed(Field.enum(OUTCOMES, { default: 'pending', description: 'Verdict on the print.' })),
  machine: Type.Optional(
    computed(
      Field.ref('digifab:machine', { onDelete: 'clear', description: 'The machine that the job is assigned to.' }),
    ),
  ),
  target: Type.Optional(Field.json(target, { description: 'Machines that may run the job. Absent: any machine.' })),
  priority: Field.integer({
    default: 0,
    minimum: -1_000,
    maximum: 1_000,
    description: 'Jobs with a higher priority come first.',
  }),
  queue_rank: Type.Optional(computed(Field.text({ description: 'Order among jobs of the same priority.' }))),
  not_before: Type.Optional(Field.datetime()),
  attempts: computed(Field.integer({ default: 0, description: 'Number of prints that were started.' })),
  max_attempts: Field.integer({
    default: 1,
    minimum: 1,
    maximum: 10,
    description: 'Maximum number of attempts. A failed print is queued again until it is reached.',
  }),
  progress: computed(Field.decimal({ default: 0, minimum: 0, maximum: 1, description: 'From 0 to 1.' })),
  eta: Type.Optional(computed(Field.datetime())),
  started_at: Type.Optional(computed(Field.datetime())),
  ended_at: Type.Optional(computed(Field.datetime())),
  duration_s: Type.Optional(computed(Field.integer())),
  requested_by: Type.Optional(computed(Field.user())),
  approval: Field.enum(['none', 'waiting', 'approved', 'rejected'], {
    default: 'none',
    description:
      '`waiting`: not printed until `digifab:approve`. Clients may set only `waiting`, and only when they create the job.',
  }),
  task: Type.Optional(
    Field.ref('projects:task', {
      onDelete: 'clear',
      description: 'Completed when the verdict on the print is `good`.',
    }),
  ),
  project: Type.Optional(Field.ref('projects:project', { onDelete: 'clear' })),
  build: Type.Optional(Field.ref('inventory:build', { onDelete: 'clear' })),
  run: Type.Optional(computed(Field.ref('digifab:run', { onDelete: 'clear' }))),
  copies: Field.integer({
    title: 'Copies',
    default: 1,
    minimum: 1,
    maximum: 100,
    description:
      'Number of identical jobs queued together, set by `copies` of `digifab:queue`. A record is one job, so clients may set only 1.',
  }),
  materials: Type.Optional(Field.json(materialLines, { description: 'Default: the material estimates of the file.' })),
  est_time_s: Type.Optional(Field.integer({ minimum: 0 })),
  output: Type.Optional(
    Field.json(output, { description: 'The part and quantity added to stock when the print is judged good.' }),
  ),
  failure_reason: Type.Optional(computed(Field.enum(FAILURE_REASONS))),
  error: Type.Optional(computed(Field.longtext())),
  waiting_for: Type.Optional(
    computed(
      Field.json(Type.Array(Type.Unsafe<(typeof REASONS)[number]>({ type: 'string', enum: [...REASONS] })), {
        description: 'Reasons why the job waits.',
      }),
    ),
  ),
  wake_at: Type.Optional(computed(Field.datetime({ description: 'When the scheduler checks the job again.' }))),
  cost: Type.Optional(computed(Field.money({ description: 'Cost of the material used by all attempts.' }))),
  good_qty: Type.Optional(computed(Field.decimal({ description: 'Quantity judged good and added to stock.' }))),
  verdicts: computed(Field.integer({ default: 0, description: 'Number of verdicts.' })),
  judged_at: Type.Optional(
    computed(
      Field.datetime({ description: 'Time of the first verdict. A verdict may be changed for a day after it.' }),
    ),
  ),
  verdict_note: Type.Optional(computed(Field.longtext())),
  photo: Type.Optional(computed(Field.file())),
  command: Type.Optional(
    computed(
      Field.json(jobCommand, {
        description: 'The last command sent to the machine through its device, and its outcome.',
      }),
    ),
  ),
  auto_paused: computed(Field.boolean({ default: false, description: 'The job was paused by a failure detector.' })),
  snapshot: Type.Optional(
    computed(
      Field.file({
        description:
          'The latest image from a failure detector; while a failure is suspected, the image that raised the suspicion.',
      }),
    ),
  ),
  watch: Type.Optional(
    computed(Field.json(watch, { description: 'State of failure detection for the current attempt.' })),
  ),
  print_id: Type.Optional(computed(Field.text({ description: 'Identifier of the print at the machine.' }))),
  used_mm: Type.Optional(computed(Field.decimal({ description: 'Filament used, in millimetres, as last reported.' }))),
});

export type JobKind = KindDefinition<'digifab:job', typeof jobFields>;
export type JobDraft = RecordDraft<JobKind>;
export type Job = RecordOf<JobKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const jobRecord: JobKind = foreignKind('digifab:job', jobFields);
