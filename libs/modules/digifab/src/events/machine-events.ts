import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { MACHINE_STATUSES } from '../machine/machine-status.js';
import { DUE_BY } from '../maintenance/due.js';
import { id } from './example.js';

const text = Type.String();
const status = Type.Unsafe<string>({ type: 'string', enum: MACHINE_STATUSES });
const jobId = Type.Optional(Field.ref('digifab:job'));
const machineProperties = { machineId: Field.ref('digifab:machine'), name: text };
const MACHINE = { machineId: id(2), name: 'MK4 left' };
const MACHINE_LINK = '/modules/digifab/records/machine/{machineId}';

export const machineStatusChanged = defineEvent({
  name: 'digifab.machine.status_changed',
  title: 'Machine status changed',
  payload: Type.Object({ ...machineProperties, from: status, to: status, jobId }),
  example: { ...MACHINE, from: 'idle', to: 'printing', jobId: id(1) },
});

export const machineOnline = defineEvent({
  name: 'digifab.machine.online',
  title: 'Machine online',
  payload: Type.Object(machineProperties),
  example: MACHINE,
});

export const machineOffline = defineEvent({
  name: 'digifab.machine.offline',
  title: 'Machine offline',
  description: 'A running print becomes `unreachable`, not `failed`.',
  payload: Type.Object({ ...machineProperties, jobId }),
  example: MACHINE,
});

export const machineNeedsClear = defineEvent({
  name: 'digifab.machine.needs_clear',
  title: 'Bed needs clearing',
  payload: Type.Object({ ...machineProperties, jobId }),
  example: { ...MACHINE, jobId: id(1) },
});

export const machineReady = defineEvent({
  name: 'digifab.machine.ready',
  title: 'Bed cleared',
  payload: Type.Object(machineProperties),
  example: MACHINE,
});

const spool = {
  ...machineProperties,
  slot: Type.Integer(),
  stockItemId: Field.ref('inventory:stock_item'),
  partId: Field.ref('inventory:part'),
};
const SPOOL = { ...MACHINE, slot: 1, stockItemId: id(5), partId: id(4) };

export const materialLoaded = defineEvent({
  name: 'digifab.material.loaded',
  title: 'Material loaded',
  payload: Type.Object({ ...spool, replacedStockItemId: Type.Optional(Field.ref('inventory:stock_item')) }),
  example: SPOOL,
});

export const materialLow = defineEvent({
  name: 'digifab.material.low',
  title: 'Material low on a machine',
  description: 'The remaining material of a loaded spool fell below the setting `material_low_g`.',
  payload: Type.Object({ ...spool, remainingG: Type.Number(), thresholdG: Type.Number() }),
  example: { ...SPOOL, remainingG: 31.5, thresholdG: 50 },
  notification: { message: 'The spool in slot {slot} of {name} has {remainingG} g left.', link: MACHINE_LINK },
});

const maintenanceProperties = {
  maintenanceId: Field.ref('digifab:maintenance'),
  task: text,
  machineId: Type.Optional(Field.ref('digifab:machine')),
  on: Type.Optional(Field.anyRef({ description: 'The tool, place or other record, in place of a machine.' })),
};
const MAINTENANCE = { maintenanceId: id(8), task: 'Grease the rods', machineId: id(2) };

export const maintenanceDue = defineEvent({
  name: 'digifab.maintenance.due',
  title: 'Maintenance due',
  description: 'Emitted once until the maintenance is logged.',
  payload: Type.Object({
    ...maintenanceProperties,
    by: Type.Unsafe<string>({ type: 'string', enum: [...DUE_BY] }),
    blocksQueue: Type.Boolean(),
  }),
  example: { ...MAINTENANCE, by: 'hours', blocksQueue: false },
  notification: {
    message: 'Maintenance is due: {task}.',
    link: '/modules/digifab/records/maintenance/{maintenanceId}',
  },
});

export const maintenanceDone = defineEvent({
  name: 'digifab.maintenance.done',
  title: 'Maintenance done',
  payload: Type.Object({ ...maintenanceProperties, note: Type.Optional(text) }),
  example: { ...MAINTENANCE, note: 'Rods were dry' },
});

const certificate = {
  certificateId: Field.ref('digifab:certificate'),
  title: text,
  on: Field.anyRef({ description: 'The machine, tool or other record that it is for.' }),
  expiresOn: text,
};
const CERTIFICATE = {
  certificateId: id(7),
  title: 'Caliper 0042',
  on: { kind: 'inventory:stock_item', id: id(5) },
  expiresOn: '2026-06-30',
};
const CERTIFICATE_LINK = '/modules/digifab/records/certificate/{certificateId}';

export const certificateExpiring = defineEvent({
  name: 'digifab.certificate.expiring',
  title: 'Certificate expires soon',
  description: 'Emitted once, `remind_days` before it expires.',
  payload: Type.Object(certificate),
  example: CERTIFICATE,
  notification: { message: 'The certificate {title} expires on {expiresOn}.', link: CERTIFICATE_LINK },
});

export const certificateExpired = defineEvent({
  name: 'digifab.certificate.expired',
  title: 'Certificate expired',
  payload: Type.Object(certificate),
  example: CERTIFICATE,
  notification: { message: 'The certificate {title} has expired.', link: CERTIFICATE_LINK, priority: 'high' },
});

export const connectionFailed = defineEvent({
  name: 'digifab.connection.failed',
  title: 'Connection failed',
  payload: Type.Object({ connectionId: Field.ref('digifab:connection'), name: text, error: text }),
  example: { connectionId: id(9), name: 'OctoPrint in the hall', error: 'Connection refused' },
  notification: {
    message: '{name} cannot be reached: {error}',
    link: '/modules/digifab/records/connection/{connectionId}',
  },
});

export const fileCreated = defineEvent({
  name: 'digifab.file.created',
  title: 'File added',
  payload: Type.Object({ fileId: Field.ref('digifab:file'), name: text, format: Type.Optional(text) }),
  example: { fileId: id(3), name: 'bracket_v3.gcode', format: 'gcode' },
});

export const runCompleted = defineEvent({
  name: 'digifab.run.completed',
  title: 'Run completed',
  description: 'The target number of good pieces is made.',
  payload: Type.Object({
    runId: Field.ref('digifab:run'),
    name: text,
    targetQty: Type.Integer(),
    doneQty: Type.Number(),
    scrappedQty: Type.Number(),
  }),
  example: { runId: id(6), name: '40 brackets', targetQty: 40, doneQty: 40, scrappedQty: 3 },
  notification: { message: '{name}: {doneQty} pieces completed.', link: '/modules/digifab/records/run/{runId}' },
});

export const machineEvents = [
  certificateExpiring,
  certificateExpired,
  machineStatusChanged,
  machineOnline,
  machineOffline,
  machineNeedsClear,
  machineReady,
  materialLoaded,
  materialLow,
  maintenanceDue,
  maintenanceDone,
  connectionFailed,
  fileCreated,
  runCompleted,
] as const;
