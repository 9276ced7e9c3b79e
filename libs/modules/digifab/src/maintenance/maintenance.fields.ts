import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

const entry = Type.Object({
  at: Type.String({ format: 'date-time' }),
  by: Type.Optional(Type.String({ format: 'uuid' })),
  note: Type.Optional(Type.String()),
  hours: Type.Number(),
  jobs: Type.Integer(),
});
/** The last ones; every one of them is in the history and in the event log. */
export const MAX_LOG = 200;

export const maintenanceFields = Type.Object({
  machine: fixed(Field.ref('digifab:machine')),
  task: Field.text({ minLength: 1 }),
  every_hours: Type.Optional(Field.decimal({ exclusiveMinimum: 0, description: 'Hours of printing.' })),
  every_days: Type.Optional(Field.integer({ minimum: 1, maximum: 36_500 })),
  every_jobs: Type.Optional(Field.integer({ minimum: 1, description: 'Prints that ended.' })),
  last_done_at: Type.Optional(Field.datetime({ description: 'Default: now.' })),
  last_done_hours: Type.Optional(Field.decimal({ minimum: 0, description: 'Default: the hours of the machine now.' })),
  last_done_jobs: Type.Optional(Field.integer({ minimum: 0, description: 'Default: the prints of the machine now.' })),
  due: computed(Field.boolean({ default: false })),
  due_at: Type.Optional(computed(Field.datetime({ description: 'When it is due by days.' }))),
  check_at: Type.Optional(computed(Field.datetime({ description: 'The same, while it is not due yet.' }))),
  blocks_queue: Field.boolean({ default: false, description: 'While it is due, the machine gets no job.' }),
  log: Type.Optional(computed(Field.json(Type.Array(entry, { maxItems: MAX_LOG })))),
});

export type MaintenanceKind = KindDefinition<'digifab:maintenance', typeof maintenanceFields>;
export type Maintenance = RecordOf<MaintenanceKind>;

/** The kind for the rules and actions that its definition stands on. */
export const maintenanceRecord: MaintenanceKind = foreignKind('digifab:maintenance', maintenanceFields);
