import { computed, Field, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { slotNumber } from '../machine/machine.fields.js';
import { REASON_TITLES, REASONS } from '../queue/reasons.js';
import { jobCommand } from './job-command.js';
import { JOB_STATUSES } from './job-status.js';
import { target } from './job-target.js';
import { watch } from './watch.js';

const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const grams = Type.Number({ 'x-ui': { widget: 'quantity', unit: 'g' }, minimum: 0, maximum: 1e6 });
export const MAX_MATERIALS = 32;

/** The material that a job uses from one spool. */
export const materialLine = Type.Object(
  {
    part: Type.Optional(
      Field.ref('inventory:part', { title: 'Part', description: 'The part. Set from the stock item if absent.' }),
    ),
    stock_item: Type.Optional(
      Field.ref('inventory:stock_item', { title: 'Stock item', description: 'The job uses only this spool.' }),
    ),
    slot: Type.Optional(slotNumber),
    material: Type.Optional(Type.String({ title: 'Material', minLength: 1, maxLength: 100, examples: ['PLA'] })),
    color_hex: Type.Optional(Field.color({ title: 'Colour', ui: { widget: 'swatch' } })),
    color_alpha: Type.Optional(Field.colorAlpha()),
    est_g: Type.Optional(Field.titled('Estimated weight', grams)),
    used_g: Type.Optional({
      ...grams,
      title: 'Used weight',
      description: 'Grams used by the last attempt. Set from reports.',
    }),
    posted_g: Type.Optional({
      ...grams,
      title: 'Taken from stock',
      description: 'Grams of `used_g` that were taken from stock. Less than `used_g` if the stock item had less.',
    }),
    posted: Type.Optional(
      Type.Boolean({
        title: 'Posted',
        deprecated: true,
        description: 'Something was taken from stock. Use `posted_g` instead.',
      }),
    ),
    reservation: Type.Optional(Field.titled('Reservation', uuid('Id of the reservation of the material.'))),
    closed: Type.Optional(Type.Boolean({ title: 'Closed', description: 'The spool was removed during the print.' })),
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

export const output = Type.Object(
  {
    part: Field.ref('inventory:part', { title: 'Part', description: 'The part that the print makes.' }),
    qty: Type.Number({ title: 'Quantity', exclusiveMinimum: 0, maximum: 1e6, multipleOf: 1e-6 }),
  },
  { additionalProperties: false },
);

export const OUTCOMES = ['pending', 'good', 'scrapped', 'partial'] as const;
export const FAILURE_REASONS = ['cancelled', 'error', 'detected', 'adhesion', 'runout', 'power', 'other'] as const;

export const jobFields = Type.Object({
  title: Field.text({ title: 'Title', minLength: 1, description: 'What is made. Shown in the queue and in messages.' }),
  file: Type.Optional(
    Field.ref('digifab:file', {
      title: 'File',
      description: 'The file that the machine runs. Time and materials are estimated from it.',
    }),
  ),
  status: Field.enum(JOB_STATUSES, {
    title: 'Status',
    description:
      'A job is created as `queued` or `draft`. Afterwards the scheduler, actions and reports of the machine set it.',
    ui: {
      widget: 'status',
      tone: {
        info: { in: ['assigned', 'sending', 'printing'] },
        warn: { in: ['paused', 'unreachable'] },
        ok: { is: 'completed' },
        bad: { is: 'failed' },
      },
    },
  }),
  outcome: computed(
    Field.enum(OUTCOMES, {
      title: 'Outcome',
      ui: {
        widget: 'status',
        tone: { ok: { is: 'good' }, warn: { is: 'partial' }, bad: { is: 'scrapped' } },
        visible: { field: 'status', is: 'completed' },
      },
      default: 'pending',
      description: 'Verdict on the print.',
    }),
  ),
  machine: Type.Optional(
    computed(
      Field.ref('digifab:machine', {
        title: 'Machine',
        onDelete: 'clear',
        description: 'The machine that the job is assigned to.',
      }),
    ),
  ),
  target: Type.Optional(
    Field.json(target, {
      title: 'Allowed machines',
      description: 'Machines that may run the job. Absent: every machine may.',
    }),
  ),
  priority: Field.integer({
    title: 'Priority',
    default: 0,
    minimum: -1_000,
    maximum: 1_000,
    description: 'Jobs with a higher priority come first.',
  }),
  queue_rank: Type.Optional(
    computed(
      Field.text({
        title: 'Place in the queue',
        ui: { hidden: true },
        description: 'Order among jobs of the same priority.',
      }),
    ),
  ),
  not_before: Type.Optional(
    Field.datetime({
      title: 'Not before',
      description: 'The scheduler assigns the job no earlier. Absent: as soon as a machine is free.',
    }),
  ),
  attempts: computed(
    Field.integer({ title: 'Attempts', default: 0, description: 'Number of prints that were started.' }),
  ),
  max_attempts: Field.integer({
    title: 'Maximum attempts',
    default: 1,
    minimum: 1,
    maximum: 10,
    description: 'Maximum number of attempts. A failed print is queued again until it is reached.',
  }),
  progress: computed(
    Field.decimal({
      title: 'Progress',
      ui: { widget: 'progress' },
      default: 0,
      minimum: 0,
      maximum: 1,
      description: 'From 0 to 1.',
    }),
  ),
  eta: Type.Optional(
    computed(
      Field.datetime({
        title: 'Expected end',
        ui: { widget: 'relative' },
        description: 'When the print should end, as last reported.',
      }),
    ),
  ),
  started_at: Type.Optional(
    computed(Field.datetime({ title: 'Started', description: 'When the last attempt started.' })),
  ),
  ended_at: Type.Optional(computed(Field.datetime({ title: 'Ended', description: 'When the last attempt ended.' }))),
  duration_s: Type.Optional(
    computed(
      Field.integer({
        title: 'Duration',
        ui: { widget: 'duration', unit: 's' },
        description: 'Seconds that the last attempt took.',
      }),
    ),
  ),
  requested_by: Type.Optional(
    computed(
      Field.user({ title: 'Requested by', description: 'Member who created the job. Absent if no member did.' }),
    ),
  ),
  approval: Field.enum(['none', 'waiting', 'approved', 'rejected'], {
    title: 'Approval',
    ui: {
      widget: 'status',
      tone: { warn: { is: 'waiting' }, ok: { is: 'approved' }, bad: { is: 'rejected' } },
      choices: ['none', 'waiting'],
      titles: { none: 'Not needed' },
    },
    default: 'none',
    description:
      'A job that waits for approval is not printed until `digifab:approve`. Clients may set only `waiting`, and only when they create the job.',
  }),
  task: Type.Optional(
    Field.ref('projects:task', {
      title: 'Task',
      onDelete: 'clear',
      description: 'Completed when the verdict on the print is `good`.',
    }),
  ),
  project: Type.Optional(
    Field.ref('projects:project', {
      title: 'Project',
      onDelete: 'clear',
      description: 'The project that is charged with the material used.',
    }),
  ),
  build: Type.Optional(
    Field.ref('inventory:build', {
      title: 'Build',
      onDelete: 'clear',
      description: 'The build that the print is for.',
    }),
  ),
  run: Type.Optional(
    computed(
      Field.ref('digifab:run', {
        title: 'Run',
        onDelete: 'clear',
        description: 'The run that queued the job. Verdicts on the job count for it.',
      }),
    ),
  ),
  copies: Field.integer({
    title: 'Copies',
    ui: { hidden: true },
    default: 1,
    minimum: 1,
    maximum: 100,
    description:
      'Number of identical jobs queued together, set by `copies` of `digifab:queue`. A record is one job, so clients may set only 1.',
  }),
  materials: Type.Optional(
    Field.json(materialLines, { title: 'Materials', description: 'Default: the material estimates of the file.' }),
  ),
  est_time_s: Type.Optional(
    Field.integer({
      title: 'Estimated time',
      ui: { widget: 'duration', unit: 's' },
      minimum: 0,
      description: 'Expected duration in seconds. Default: the estimate of the file.',
    }),
  ),
  output: Type.Optional(
    Field.json(output, {
      title: 'Product',
      description: 'The part and quantity added to stock when the print is judged good.',
    }),
  ),
  failure_reason: Type.Optional(
    computed(
      Field.enum(FAILURE_REASONS, {
        title: 'Reason of the failure',
        description: 'Why the last attempt failed or was cancelled.',
      }),
    ),
  ),
  error: Type.Optional(
    computed(
      Field.longtext({
        title: 'Error',
        description: 'Message of the machine about the last attempt, or the reason that was given for ending it.',
      }),
    ),
  ),
  waiting_for: Type.Optional(
    computed(
      Field.json(Type.Array(Type.Unsafe<(typeof REASONS)[number]>({ type: 'string', enum: [...REASONS] })), {
        title: 'Waits for',
        ui: { titles: REASON_TITLES },
        description: 'Reasons why the job waits.',
      }),
    ),
  ),
  wake_at: Type.Optional(
    computed(
      Field.datetime({
        title: 'Next check',
        ui: { hidden: true },
        description: 'When the scheduler checks the job again.',
      }),
    ),
  ),
  cost: Type.Optional(
    computed(Field.money({ title: 'Cost', description: 'Cost of the material used by all attempts.' })),
  ),
  good_qty: Type.Optional(
    computed(Field.decimal({ title: 'Good', description: 'Quantity judged good and added to stock.' })),
  ),
  verdicts: computed(
    Field.integer({ title: 'Verdicts', ui: { hidden: true }, default: 0, description: 'Number of verdicts.' }),
  ),
  judged_at: Type.Optional(
    computed(
      Field.datetime({
        title: 'Judged',
        description: 'Time of the first verdict. A verdict may be changed for a day after it.',
      }),
    ),
  ),
  verdict_note: Type.Optional(
    computed(Field.longtext({ title: 'Note on the verdict', description: 'What was written with the verdict.' })),
  ),
  photo: Type.Optional(
    computed(
      Field.file({
        title: 'Photo',
        ui: { widget: 'image' },
        description: 'Photo of the result, added with the verdict.',
      }),
    ),
  ),
  command: Type.Optional(
    computed(
      Field.json(jobCommand, {
        title: 'Command',
        ui: { hidden: true },
        description: 'The last command sent to the machine through its device, and its outcome.',
      }),
    ),
  ),
  auto_paused: computed(
    Field.boolean({
      title: 'Paused by detector',
      ui: { tone: { warn: { is: true } } },
      default: false,
      description: 'The job was paused by a failure detector.',
    }),
  ),
  snapshot: Type.Optional(
    computed(
      Field.file({
        title: 'Latest image',
        ui: { widget: 'image' },
        description:
          'The latest image from a failure detector. While a failure is suspected, the image that raised the suspicion.',
      }),
    ),
  ),
  watch: Type.Optional(
    computed(
      Field.json(watch, {
        title: 'Failure detection',
        ui: { hidden: true },
        description: 'State of failure detection for the current attempt.',
      }),
    ),
  ),
  print_id: Type.Optional(
    computed(
      Field.text({
        title: 'Print at the machine',
        ui: { hidden: true },
        description: 'Identifier of the print at the machine.',
      }),
    ),
  ),
  used_mm: Type.Optional(
    computed(
      Field.decimal({
        title: 'Used length',
        ui: { widget: 'quantity', unit: 'mm' },
        description: 'Filament used, in millimetres, as last reported.',
      }),
    ),
  ),
});

export type JobKind = KindDefinition<'digifab:job', typeof jobFields>;
export type JobDraft = RecordDraft<JobKind>;
export type Job = RecordOf<JobKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const jobRecord: JobKind = foreignKind('digifab:job', jobFields);
