import { computed, Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { slotNumber } from '../machine/machine.fields.js';
import { REASONS } from '../queue/reasons.js';
import { JOB_STATUSES } from './job-status.js';

const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const grams = Type.Number({ minimum: 0, maximum: 1e6 });
export const MAX_MATERIALS = 32;

/** What is printed of one spool. */
export const materialLine = Type.Object(
  {
    part: Type.Optional(uuid('Id of the part; filled in from the stock item.')),
    stock_item: Type.Optional(uuid('Id of the stock item: this spool and no other.')),
    slot: Type.Optional(slotNumber),
    material: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['PLA'] })),
    color_hex: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
    est_g: Type.Optional(grams),
    used_g: Type.Optional({ ...grams, description: 'Of the last attempt; kept by the machine’s reports.' }),
    posted: Type.Optional(Type.Boolean({ description: 'Told to the ledger of stock.' })),
    reservation: Type.Optional(uuid('Id of the reservation that keeps it.')),
    closed: Type.Optional(Type.Boolean({ description: 'Its spool was taken out during the print.' })),
  },
  { additionalProperties: false },
);
export type MaterialLine = Static<typeof materialLine>;
export const materialLines = Type.Array(materialLine, { maxItems: MAX_MATERIALS });

export const target = Type.Object(
  {
    machine: Type.Optional(uuid('Id of the only machine that may do it.')),
    pool: Type.Optional(uuid('Id of a pool of machines.')),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        description: 'The machine has them all.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const output = Type.Object(
  {
    part: uuid('Id of the part that is made.'),
    qty: Type.Number({ exclusiveMinimum: 0, maximum: 1e6, multipleOf: 1e-6 }),
  },
  { additionalProperties: false },
);

export const OUTCOMES = ['pending', 'good', 'scrapped', 'partial'] as const;
export const FAILURE_REASONS = ['cancelled', 'error', 'detected', 'adhesion', 'runout', 'power', 'other'] as const;

/** What the detectors have seen of this attempt. */
const watch = Type.Object({
  /** The last scores, the newest last. */
  scores: Type.Array(Type.Number()),
  in_row: Type.Integer(),
  suspected_at: Type.Optional(Type.String()),
  quiet_until: Type.Optional(Type.String()),
});
export type Watch = Static<typeof watch>;

export const ORDERS = ['print', 'pause', 'resume', 'cancel'] as const;
export type Order = (typeof ORDERS)[number];
const toldCommand = Type.Object({
  id: uuid('Id of the command.'),
  name: Type.Unsafe<Order>({ type: 'string', enum: ORDERS }),
  status: Type.Unsafe<'queued' | 'succeeded' | 'failed' | 'expired' | 'cancelled'>({
    type: 'string',
    enum: ['queued', 'succeeded', 'failed', 'expired', 'cancelled'],
  }),
  reason: Type.Optional(Type.String({ description: 'Why it was told so.' })),
  error: Type.Optional(Type.String({ description: 'Why it came to nothing.' })),
});
export type ToldCommand = Static<typeof toldCommand>;

export const jobFields = Type.Object({
  title: Field.text({ minLength: 1 }),
  file: Type.Optional(Field.ref('digifab:file')),
  status: Field.enum(JOB_STATUSES),
  outcome: computed(Field.enum(OUTCOMES, { default: 'pending', description: 'What became of the print.' })),
  machine: Type.Optional(
    computed(Field.ref('digifab:machine', { onDelete: 'clear', description: 'The machine that it is given to.' })),
  ),
  target: Type.Optional(Field.json(target, { description: 'Which machines may do it. Absent: any.' })),
  priority: Field.integer({ default: 0, minimum: -1_000, maximum: 1_000, description: 'The highest first.' }),
  queue_rank: Type.Optional(computed(Field.text({ description: 'Order among jobs of one priority.' }))),
  not_before: Type.Optional(Field.datetime()),
  attempts: computed(Field.integer({ default: 0, description: 'Prints that were started.' })),
  max_attempts: Field.integer({
    default: 1,
    minimum: 1,
    maximum: 10,
    description: 'A print that fails is queued again so often.',
  }),
  progress: computed(Field.decimal({ default: 0, minimum: 0, maximum: 1 })),
  eta: Type.Optional(computed(Field.datetime())),
  started_at: Type.Optional(computed(Field.datetime())),
  ended_at: Type.Optional(computed(Field.datetime())),
  duration_s: Type.Optional(computed(Field.integer())),
  requested_by: Type.Optional(computed(Field.user())),
  approval: Field.enum(['none', 'waiting', 'approved', 'rejected'], {
    default: 'none',
    description:
      '`waiting`: not printed until `digifab:approve`. A client may ask for it when it makes the job, and for nothing else.',
  }),
  task: Type.Optional(
    Field.ref('projects:task', { onDelete: 'clear', description: 'Done once the print is found good.' }),
  ),
  project: Type.Optional(Field.ref('projects:project', { onDelete: 'clear' })),
  build: Type.Optional(Field.ref('inventory:build', { onDelete: 'clear' })),
  run: Type.Optional(computed(Field.ref('digifab:run', { onDelete: 'clear' }))),
  copies: computed(
    Field.integer({
      default: 1,
      minimum: 1,
      maximum: 100,
      description: 'As one of so many alike it was queued: `copies` of `digifab:queue`.',
    }),
  ),
  materials: Type.Optional(Field.json(materialLines, { description: 'Absent: what its file says.' })),
  est_time_s: Type.Optional(Field.integer({ minimum: 0 })),
  output: Type.Optional(Field.json(output, { description: 'What goes into stock once the print is found good.' })),
  failure_reason: Type.Optional(computed(Field.enum(FAILURE_REASONS))),
  error: Type.Optional(computed(Field.longtext())),
  waiting_for: Type.Optional(
    computed(
      Field.json(Type.Array(Type.Unsafe<(typeof REASONS)[number]>({ type: 'string', enum: [...REASONS] })), {
        description: 'Why it waits.',
      }),
    ),
  ),
  wake_at: Type.Optional(computed(Field.datetime({ description: 'The queue looks at it again then.' }))),
  cost: Type.Optional(computed(Field.money({ description: 'Of the material that was used, all attempts together.' }))),
  good_qty: Type.Optional(computed(Field.decimal({ description: 'What was found good and put into stock.' }))),
  verdicts: computed(Field.integer({ default: 0, description: 'How often it was judged.' })),
  judged_at: Type.Optional(computed(Field.datetime({ description: 'First; a verdict may be changed for a day.' }))),
  verdict_note: Type.Optional(computed(Field.longtext())),
  photo: Type.Optional(computed(Field.file())),
  command: Type.Optional(
    computed(
      Field.json(toldCommand, {
        description: 'What its machine was last told through its device, and what became of it.',
      }),
    ),
  ),
  auto_paused: computed(Field.boolean({ default: false, description: 'A detector has paused it.' })),
  snapshot: Type.Optional(
    computed(Field.file({ description: 'What a detector saw last, or while the print is suspected, then.' })),
  ),
  watch: Type.Optional(computed(Field.json(watch))),
  print_id: Type.Optional(computed(Field.text({ description: 'What the machine calls this print.' }))),
  used_mm: Type.Optional(computed(Field.decimal({ description: 'Filament, as last reported.' }))),
});

export type JobKind = KindDefinition<'digifab:job', typeof jobFields>;
export type Job = RecordOf<JobKind>;

/** The kind for the rules and actions that its definition stands on. */
export const jobRecord: JobKind = foreignKind('digifab:job', jobFields);
