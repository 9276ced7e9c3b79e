import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

const entry = Type.Object({
  at: Type.String({ title: 'Time', format: 'date-time' }),
  by: Type.Optional(Type.String({ title: 'By', format: 'uuid' })),
  note: Type.Optional(Type.String({ title: 'Note' })),
  hours: Type.Number({ title: 'Hours' }),
  jobs: Type.Integer({ title: 'Jobs' }),
  uses: Type.Optional(Type.Integer({ title: 'Uses' })),
});
/** Entries kept in the field. The history and the event log have all of them. */
export const MAX_LOG = 200;

export const maintenanceFields = Type.Object({
  machine: Type.Optional(
    fixed(
      Field.ref('digifab:machine', {
        title: 'Machine',
        description: 'The machine to maintain. For other records, use `on`.',
      }),
    ),
  ),
  on: Type.Optional(
    fixed(Field.anyRef({ title: 'On', description: 'A tool, a place or another record, in place of a machine.' })),
  ),
  target: Type.Optional(
    computed(Field.text({ title: 'Target', ui: { hidden: true }, description: 'Id of the machine, tool or place.' })),
  ),
  task: Field.text({ title: 'Work', minLength: 1, description: 'What is to be done, for example `Grease the rods`.' }),
  every_hours: Type.Optional(
    Field.decimal({
      title: 'Every (hours)',
      ui: { widget: 'duration', unit: 'h' },
      exclusiveMinimum: 0,
      description: 'Interval in hours of printing, or of use as `digifab:log_use` reports it.',
    }),
  ),
  every_days: Type.Optional(
    Field.integer({
      title: 'Every (days)',
      ui: { widget: 'duration', unit: 'days' },
      minimum: 1,
      maximum: 36_500,
      description: 'Interval in days.',
    }),
  ),
  every_jobs: Type.Optional(
    Field.integer({ title: 'Every (jobs)', minimum: 1, description: 'Interval in ended prints.' }),
  ),
  every_uses: Type.Optional(
    Field.integer({
      title: 'Every (uses)',
      minimum: 1,
      description: 'Interval in uses. Ended prints, returned loans, and uses that `digifab:log_use` reports.',
    }),
  ),
  hours_used: computed(
    Field.decimal({
      title: 'Hours used',
      ui: { widget: 'quantity', unit: 'h' },
      default: 0,
      description: 'Hours of use that were logged.',
    }),
  ),
  uses: computed(Field.integer({ title: 'Uses', default: 0, description: 'Uses that were logged.' })),
  last_done_at: Type.Optional(Field.datetime({ title: 'Last done', description: 'Default: now.' })),
  last_done_hours: Type.Optional(
    Field.decimal({ title: 'Hours when last done', minimum: 0, description: 'Default: the hours of use until now.' }),
  ),
  last_done_jobs: Type.Optional(
    Field.integer({ title: 'Jobs when last done', minimum: 0, description: 'Default: `jobs_total` of the machine.' }),
  ),
  last_done_uses: Type.Optional(
    Field.integer({ title: 'Uses when last done', minimum: 0, description: 'Default: the uses until now.' }),
  ),
  due: computed(
    Field.boolean({
      title: 'Due now',
      ui: { tone: { warn: { is: true } } },
      default: false,
      description: 'The maintenance is due.',
    }),
  ),
  due_at: Type.Optional(
    computed(
      Field.datetime({ title: 'Due', ui: { widget: 'relative' }, description: 'When the interval in days ends.' }),
    ),
  ),
  check_at: Type.Optional(
    computed(
      Field.datetime({
        title: 'Next check',
        ui: { hidden: true },
        description: '`due_at` while the maintenance is not due.',
      }),
    ),
  ),
  blocks_queue: Field.boolean({
    title: 'Blocks the queue',
    default: false,
    description: 'The queue assigns no job to the machine while the maintenance is due.',
  }),
  log: Type.Optional(
    computed(
      Field.json(Type.Array(entry, { maxItems: MAX_LOG }), {
        title: 'Log',
        description: 'When it was done, with the hours, prints and uses until then, oldest first.',
      }),
    ),
  ),
});

export type MaintenanceKind = KindDefinition<'digifab:maintenance', typeof maintenanceFields>;
export type Maintenance = RecordOf<MaintenanceKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const maintenanceRecord: MaintenanceKind = foreignKind('digifab:maintenance', maintenanceFields);
