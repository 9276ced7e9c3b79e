import { computed, Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { MACHINE_STATUSES } from './machine-status.js';

const bed = Type.Object(
  {
    x_mm: Type.Number({ title: 'X', 'x-ui': { widget: 'quantity', unit: 'mm' }, exclusiveMinimum: 0, maximum: 1e6 }),
    y_mm: Type.Number({ title: 'Y', 'x-ui': { widget: 'quantity', unit: 'mm' }, exclusiveMinimum: 0, maximum: 1e6 }),
    z_mm: Type.Optional(
      Type.Number({ title: 'Z', 'x-ui': { widget: 'quantity', unit: 'mm' }, exclusiveMinimum: 0, maximum: 1e6 }),
    ),
  },
  { additionalProperties: false },
);

export const slotNumber = Type.Integer({
  title: 'Slot',
  description: 'Number of the slot or tool, as the machine counts them.',
  minimum: 0,
  maximum: 999,
});
const slot = Type.Object(
  {
    slot: slotNumber,
    stock_item: Type.Optional(
      Field.ref('inventory:stock_item', { title: 'Stock item', description: 'Id of the stock item: the spool.' }),
    ),
    part: Type.Optional(
      Field.ref('inventory:part', {
        title: 'Part',
        description: 'Id of the part of the stock item; set by the server.',
      }),
    ),
    material: Type.Optional(Type.String({ title: 'Material', maxLength: 100, examples: ['PLA'] })),
    color_hex: Type.Optional(Field.color({ title: 'Colour', ui: { widget: 'swatch' } })),
    color_alpha: Type.Optional(Field.colorAlpha()),
  },
  { additionalProperties: false },
);
export type Slot = Static<typeof slot>;

const lastPrint = Type.Object({
  print_id: Type.String({ title: 'Print at the machine' }),
  ended_at: Type.String({ title: 'Ended', format: 'date-time' }),
});

export const machineFields = Type.Object({
  name: Field.text({ title: 'Name', minLength: 1, description: 'Name in lists and messages, for example `MK4 left`.' }),
  type: Field.enum(['fdm', 'resin', 'laser', 'cnc', 'plotter', 'other'], {
    title: 'Type',
    description:
      'How the machine works. Without loaded material, `fdm` and `resin` machines get only jobs that name their spool.',
    ui: { titles: { fdm: 'FDM', cnc: 'CNC' } },
    default: 'fdm',
  }),
  model: Type.Optional(
    Field.text({ title: 'Model', description: 'The model name used in print files, for example `MK4S`.' }),
  ),
  status: Field.enum(MACHINE_STATUSES, {
    title: 'Status',
    description: 'As the machine reports it. `maintenance` is set by `digifab:set_maintenance`.',
    ui: {
      widget: 'status',
      tone: {
        ok: { is: 'idle' },
        info: { is: 'printing' },
        warn: { in: ['paused', 'maintenance'] },
        bad: { in: ['offline', 'error'] },
      },
    },
  }),
  connection: Type.Optional(
    Field.ref('digifab:connection', {
      title: 'Connection',
      onDelete: 'clear',
      description: 'The host that the machine is reached through, for example an OctoPrint server.',
    }),
  ),
  device: Type.Optional(
    Field.ref('devices:device', {
      title: 'Device',
      onDelete: 'clear',
      description:
        'Receives the commands for this machine. Default: the device with the address `remote_id` behind the bridge of the connection, if there is one.',
    }),
  ),
  remote_id: Type.Optional(
    Field.text({ title: 'Address at the connection', description: 'Identifier of the machine at its host.' }),
  ),
  location: Type.Optional(
    Field.ref('spaces:location', { title: 'Location', onDelete: 'clear', description: 'Where the machine stands.' }),
  ),
  bed: Type.Optional(
    Field.json(bed, {
      title: 'Bed size',
      description: 'Usable width, depth and height in mm. The scheduler does not compare it with files.',
    }),
  ),
  nozzle_mm: Type.Optional(
    Field.decimal({
      title: 'Nozzle',
      ui: { widget: 'quantity', unit: 'mm' },
      exclusiveMinimum: 0,
      maximum: 100,
      description:
        'Diameter of the nozzle in mm. The machine gets no files that were sliced for another one. Absent: it gets all.',
    }),
  ),
  loaded: Type.Optional(
    Field.json(Type.Array(slot, { maxItems: 64 }), {
      title: 'Loaded material',
      description: 'Material in the slots. Absent or empty: loaded material is not tracked.',
    }),
  ),
  needs_clear: computed(
    Field.boolean({
      title: 'Bed must be cleared',
      ui: { tone: { warn: { is: true } } },
      default: false,
      description: 'The last print may still be on the bed. The machine gets no job until `digifab:clear_bed`.',
    }),
  ),
  accepting_jobs: Field.boolean({
    title: 'Accepts jobs',
    default: true,
    description: 'If off, the scheduler assigns no jobs to the machine. `digifab:send` still does.',
  }),
  hour_rate: Type.Optional(
    Field.money({ title: 'Hourly rate', description: 'Cost of an hour of printing, for estimates.' }),
  ),
  power_w: Type.Optional(
    Field.decimal({
      title: 'Power',
      ui: { widget: 'quantity', unit: 'W' },
      minimum: 0,
      maximum: 1_000_000,
      description: 'Average power while it prints, in watts.',
    }),
  ),
  camera_url: Type.Optional(
    Field.url({ title: 'Camera', description: 'Web address of its camera, for people to open.' }),
  ),
  heartbeat_s: Type.Optional(
    Field.integer({
      title: 'Heartbeat',
      ui: { widget: 'duration', unit: 's' },
      minimum: 5,
      maximum: 86_400,
      description:
        'Reporting interval in seconds. After three missed reports the machine is offline and its print unreachable. Absent: not monitored.',
    }),
  ),
  hours_total: computed(
    Field.decimal({
      title: 'Hours in total',
      ui: { widget: 'quantity', unit: 'h' },
      default: 0,
      description: 'Total hours of printing.',
    }),
  ),
  jobs_total: computed(
    Field.integer({ title: 'Jobs in total', default: 0, description: 'Number of prints that ended.' }),
  ),
  current_job: Type.Optional(
    computed(
      Field.ref('digifab:job', {
        title: 'Current job',
        onDelete: 'clear',
        description: 'The job that is assigned to the machine or runs on it.',
      }),
    ),
  ),
  bed_job: Type.Optional(
    computed(
      Field.ref('digifab:job', {
        title: 'Job on the bed',
        ui: { hidden: true },
        onDelete: 'clear',
        description: 'The job whose print may still be on the bed.',
      }),
    ),
  ),
  last_print: Type.Optional(
    computed(
      Field.json(lastPrint, {
        title: 'Last print',
        ui: { hidden: true },
        description: 'Identifier and end of the last print; later reports about it are ignored.',
      }),
    ),
  ),
  last_started_at: Type.Optional(
    computed(
      Field.datetime({
        title: 'Last started',
        description: 'When a job was last assigned to the machine or started on it.',
      }),
    ),
  ),
  last_seen_at: Type.Optional(
    computed(
      Field.datetime({
        title: 'Last seen',
        ui: { widget: 'relative' },
        description: 'When the machine last reported. Absent if it never did.',
      }),
    ),
  ),
  idle_since: Type.Optional(
    computed(
      Field.datetime({
        title: 'Idle since',
        ui: { widget: 'relative' },
        description: 'Since when the machine has reported `idle` although a print is running.',
      }),
    ),
  ),
  offline_after: Type.Optional(
    computed(
      Field.datetime({
        title: 'Offline after',
        ui: { hidden: true },
        description: 'The machine is marked offline if it does not report before this time.',
      }),
    ),
  ),
  maintenance_next: computed(
    Field.boolean({
      title: 'Maintenance after this job',
      default: false,
      description: 'The machine goes into maintenance when its job ends.',
    }),
  ),
});

export type MachineKind = KindDefinition<'digifab:machine', typeof machineFields>;
export type Machine = RecordOf<MachineKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const machineRecord: MachineKind = foreignKind('digifab:machine', machineFields);

/** Whether the state of the machine allows the queue to assign a job to it. */
export function isFree({ status, accepting_jobs, needs_clear, current_job }: Machine['fields']): boolean {
  return status === 'idle' && accepting_jobs && !needs_clear && current_job === undefined;
}
