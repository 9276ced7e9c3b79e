import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { fileFields } from '../file/file.fields.js';
import { machineFields, slotNumber } from '../machine/machine.fields.js';
import { MACHINE_STATUSES } from '../machine/machine-status.js';
import { DUE_BY } from '../maintenance/due.js';
import { maintenanceFields } from '../maintenance/maintenance.fields.js';
import { runFields } from '../run/run.fields.js';
import { id, machineId, note, number, ref, text } from './event-fields.js';

const status = (title: string, description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: MACHINE_STATUSES, title, description });
const jobId = Type.Optional(ref('digifab:job', 'Job', 'Id of the job of the machine. Absent if it had none.'));
const machineProperties = { machineId, name: Field.described(machineFields.properties.name, Type.String()) };
const MACHINE = { machineId: id(2), name: 'MK4 left' };
const MACHINE_LINK = '/modules/digifab/records/machine/{machineId}';

export const machineStatusChanged = defineEvent({
  name: 'digifab.machine.status_changed',
  title: 'Machine status changed',
  description: 'The status of the machine changed, by a report or an action.',
  payload: Type.Object({
    ...machineProperties,
    from: status('From', 'Status before the change.'),
    to: status('To', 'Status after the change.'),
    jobId,
  }),
  example: { ...MACHINE, from: 'idle', to: 'printing', jobId: id(1) },
});

export const machineOnline = defineEvent({
  name: 'digifab.machine.online',
  title: 'Machine online',
  description: 'The machine reports again after it was offline.',
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
  description: 'A print has ended and may still be on the bed. The machine gets no job until it is cleared.',
  payload: Type.Object({ ...machineProperties, jobId }),
  example: { ...MACHINE, jobId: id(1) },
});

export const machineReady = defineEvent({
  name: 'digifab.machine.ready',
  title: 'Bed cleared',
  description: 'The bed was cleared, so the machine can get the next job.',
  payload: Type.Object(machineProperties),
  example: MACHINE,
});

const spool = {
  ...machineProperties,
  slot: Field.described(slotNumber, Type.Integer()),
  stockItemId: ref('inventory:stock_item', 'Stock item', 'Id of the spool in the slot.'),
  partId: ref('inventory:part', 'Part', 'Id of the part of the spool.'),
};
const SPOOL = { ...MACHINE, slot: 1, stockItemId: id(5), partId: id(4) };

export const materialLoaded = defineEvent({
  name: 'digifab.material.loaded',
  title: 'Material loaded',
  description: 'A spool was put into a slot of the machine.',
  payload: Type.Object({
    ...spool,
    replacedStockItemId: Type.Optional(
      ref(
        'inventory:stock_item',
        'Replaced stock item',
        'Id of the spool that was in the slot. Absent if it was empty.',
      ),
    ),
  }),
  example: SPOOL,
});

export const materialLow = defineEvent({
  name: 'digifab.material.low',
  title: 'Material low on a machine',
  description: 'The remaining material of a loaded spool fell below the setting `material_low_g`.',
  payload: Type.Object({
    ...spool,
    remainingG: number('Remaining weight', 'Grams that are left on the spool.'),
    thresholdG: number('Threshold', 'Grams of the setting `material_low_g`.'),
  }),
  example: { ...SPOOL, remainingG: 31.5, thresholdG: 50 },
  notification: { message: 'The spool in slot {slot} of {name} has {remainingG} g left.', link: MACHINE_LINK },
});

const maintenanceProperties = {
  maintenanceId: ref('digifab:maintenance', 'Maintenance', 'Id of the maintenance.'),
  task: Field.described(maintenanceFields.properties.task, Type.String()),
  machineId: Type.Optional(
    ref('digifab:machine', 'Machine', 'Id of the machine. Absent for another record: see `on`.'),
  ),
  on: Type.Optional(Field.described(maintenanceFields.properties.on, Field.anyRef())),
};
const MAINTENANCE = { maintenanceId: id(8), task: 'Grease the rods', machineId: id(2) };

export const maintenanceDue = defineEvent({
  name: 'digifab.maintenance.due',
  title: 'Maintenance due',
  description: 'Emitted once until the maintenance is logged.',
  payload: Type.Object({
    ...maintenanceProperties,
    by: Type.Unsafe<string>({
      type: 'string',
      enum: [...DUE_BY],
      title: 'By',
      description: 'The interval that has ended.',
    }),
    blocksQueue: Field.described(maintenanceFields.properties.blocks_queue, Type.Boolean()),
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
  description: 'The maintenance was logged, and its intervals start again.',
  payload: Type.Object({ ...maintenanceProperties, note }),
  example: { ...MAINTENANCE, note: 'Rods were dry' },
});

const certificate = {
  certificateId: ref('digifab:certificate', 'Certificate', 'Id of the certificate.'),
  title: text('Title', 'What is certified.'),
  on: Field.anyRef({ title: 'On', description: 'The machine, tool or other record that it is for.' }),
  expiresOn: text('Expires on', 'The last day on which it is valid, `2026-06-30`.'),
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
  description: 'The last day on which the certificate is valid has passed. Emitted once.',
  payload: Type.Object(certificate),
  example: CERTIFICATE,
  notification: { message: 'The certificate {title} has expired.', link: CERTIFICATE_LINK, priority: 'high' },
});

export const connectionFailed = defineEvent({
  name: 'digifab.connection.failed',
  title: 'Connection failed',
  description: 'The host of a machine cannot be reached. Emitted when the connection changes to `error`.',
  payload: Type.Object({
    connectionId: ref('digifab:connection', 'Connection', 'Id of the connection.'),
    name: text('Name', 'Name of the connection.'),
    error: text('Error', 'Why it cannot be reached.'),
  }),
  example: { connectionId: id(9), name: 'OctoPrint in the hall', error: 'Connection refused' },
  notification: {
    message: '{name} cannot be reached: {error}',
    link: '/modules/digifab/records/connection/{connectionId}',
  },
});

export const fileCreated = defineEvent({
  name: 'digifab.file.created',
  title: 'File added',
  description: 'A file was added. What it contains was read.',
  payload: Type.Object({
    fileId: ref('digifab:file', 'File', 'Id of the file.'),
    name: Field.described(fileFields.properties.name, Type.String()),
    format: Type.Optional(text('Format', 'Format of the file, for example `gcode`.')),
  }),
  example: { fileId: id(3), name: 'bracket_v3.gcode', format: 'gcode' },
});

export const runCompleted = defineEvent({
  name: 'digifab.run.completed',
  title: 'Run completed',
  description: 'The target number of good pieces is made.',
  payload: Type.Object({
    runId: ref('digifab:run', 'Run', 'Id of the run.'),
    name: Field.described(runFields.properties.name, Type.String()),
    targetQty: Field.described(runFields.properties.target_qty, Type.Integer()),
    doneQty: Field.described(runFields.properties.done_qty, Type.Number()),
    scrappedQty: Field.described(runFields.properties.scrapped_qty, Type.Number()),
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
