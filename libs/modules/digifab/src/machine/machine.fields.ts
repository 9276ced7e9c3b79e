import { computed, Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { MACHINE_STATUSES } from './machine-status.js';

const bed = Type.Object(
  {
    x_mm: Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }),
    y_mm: Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }),
    z_mm: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
  },
  { additionalProperties: false },
);

export const slotNumber = Type.Integer({ minimum: 0, maximum: 999 });
const slot = Type.Object(
  {
    slot: slotNumber,
    stock_item: Type.Optional(Type.String({ format: 'uuid', description: 'Id of a stock item: the spool.' })),
    part: Type.Optional(Type.String({ format: 'uuid', description: 'Of which part it is; filled in.' })),
    material: Type.Optional(Type.String({ maxLength: 100, examples: ['PLA'] })),
    color_hex: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  },
  { additionalProperties: false },
);
export type Slot = Static<typeof slot>;

const lastPrint = Type.Object({ print_id: Type.String(), ended_at: Type.String({ format: 'date-time' }) });

export const machineFields = Type.Object({
  name: Field.text({ minLength: 1 }),
  type: Field.enum(['fdm', 'resin', 'laser', 'cnc', 'plotter', 'other'], { default: 'fdm' }),
  model: Type.Optional(Field.text({ description: 'As files name it: `MK4S`.' })),
  status: Field.enum(MACHINE_STATUSES),
  connection: Type.Optional(Field.ref('digifab:connection', { onDelete: 'clear' })),
  device: Type.Optional(
    Field.ref('devices:device', {
      onDelete: 'clear',
      description:
        'What it is told goes there. Absent: to the device of its connection’s bridge whose address is `remote_id`, where there is one.',
    }),
  ),
  remote_id: Type.Optional(Field.text({ description: 'What its host calls it.' })),
  location: Type.Optional(Field.ref('spaces:location', { onDelete: 'clear' })),
  bed: Type.Optional(Field.json(bed)),
  nozzle_mm: Type.Optional(Field.decimal({ exclusiveMinimum: 0, maximum: 100 })),
  loaded: Type.Optional(
    Field.json(Type.Array(slot, { maxItems: 64 }), {
      description: 'What is in its slots. Absent or empty: nobody keeps a record of it.',
    }),
  ),
  needs_clear: computed(Field.boolean({ default: false, description: 'The last print may still be on the bed.' })),
  accepting_jobs: Field.boolean({ default: true }),
  camera_url: Type.Optional(Field.url()),
  heartbeat_s: Type.Optional(
    Field.integer({
      minimum: 5,
      maximum: 86_400,
      description:
        'How often it reports, in seconds: after three times as long without a word it is offline, and its print unreachable. Absent: it reports when it likes.',
    }),
  ),
  hours_total: computed(Field.decimal({ default: 0, description: 'Hours of printing.' })),
  jobs_total: computed(Field.integer({ default: 0, description: 'Prints that ended.' })),
  current_job: Type.Optional(computed(Field.ref('digifab:job', { onDelete: 'clear' }))),
  bed_job: Type.Optional(
    computed(Field.ref('digifab:job', { onDelete: 'clear', description: 'Whose print may be on the bed.' })),
  ),
  last_print: Type.Optional(
    computed(Field.json(lastPrint, { description: 'As the machine called it: what is still told of it is late.' })),
  ),
  last_started_at: Type.Optional(computed(Field.datetime({ description: 'When it was given a job, or started one.' }))),
  last_seen_at: Type.Optional(computed(Field.datetime())),
  idle_since: Type.Optional(
    computed(Field.datetime({ description: 'Since when it says that it is idle, though a print is under way.' })),
  ),
  offline_after: Type.Optional(computed(Field.datetime({ description: 'Offline if nothing is heard until then.' }))),
  maintenance_next: computed(
    Field.boolean({ default: false, description: 'Goes into maintenance once its job is over.' }),
  ),
});

export type MachineKind = KindDefinition<'digifab:machine', typeof machineFields>;
export type Machine = RecordOf<MachineKind>;

/** The kind for the rules and actions that its definition stands on. */
export const machineRecord: MachineKind = foreignKind('digifab:machine', machineFields);

/** Whether the queue may give it a job, as far as the machine itself is concerned. */
export function isFree({ status, accepting_jobs, needs_clear, current_job }: Machine['fields']): boolean {
  return status === 'idle' && accepting_jobs && !needs_clear && current_job === undefined;
}
