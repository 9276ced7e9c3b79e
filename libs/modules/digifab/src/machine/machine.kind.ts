import { defineKind } from '@cubit/core';
import {
  machineNeedsClear,
  machineOffline,
  machineOnline,
  machineReady,
  machineStatusChanged,
} from '../events/machine-events.js';
import { scheduleAfter } from '../queue/schedule-after.js';
import { differs } from '../changed.js';
import { noteMaintenance } from '../maintenance/note-maintenance.js';
import { isFree, machineFields } from './machine.fields.js';
import { applyMachineRules } from './machine-rules.js';
import { machineLifecycle } from './machine-status.js';
import { tellOfMachines } from './machine-news.js';

/** What decides, beside being free, which jobs a machine gets. */
const MATCHED = ['status', 'accepting_jobs', 'needs_clear', 'current_job', 'loaded', 'nozzle_mm', 'model'] as const;

export const machine = defineKind({
  id: 'digifab:machine',
  title: ['Machine', 'Machines'],
  description: 'A printer, a laser, a mill: what jobs are made on.',
  fields: machineFields,
  titleField: 'name',
  search: ['model', 'remote_id'],
  index: ['status', 'connection', 'offline_after'],
  lifecycle: machineLifecycle,
  emits: [machineStatusChanged, machineOnline, machineOffline, machineNeedsClear, machineReady],
  example: { name: 'MK4 left', type: 'fdm', model: 'MK4S', nozzle_mm: 0.4 },
  beforeWrite: applyMachineRules,
  async onWrite(context, changes) {
    tellOfMachines(context, changes);
    await noteMaintenance(
      context,
      changes.filter(({ before, after }) => before !== null && before.fields.jobs_total !== after.fields.jobs_total),
    );
    await scheduleAfter(
      context,
      changes.some(
        ({ operation, before, after }) =>
          operation !== 'delete' &&
          isFree(after.fields) &&
          (differs(before?.fields, after.fields, MATCHED) || String(before?.tags) !== String(after.tags)),
      ),
    );
  },
});
