import { defineKind } from '@cubit/core';
import {
  machineNeedsClear,
  machineOffline,
  machineOnline,
  machineReady,
  machineStatusChanged,
} from '../events/machine-events.js';
import { scheduleWhen } from '../queue/schedule-when.js';
import { differs } from '../changed.js';
import { markMaintenanceDue } from '../maintenance/mark-maintenance-due.js';
import { isFree, machineFields } from './machine.fields.js';
import { applyMachineRules } from './machine-rules.js';
import { machineLifecycle } from './machine-status.js';
import { emitMachineEvents } from './emit-machine-events.js';
import { machineHints } from './machine.hints.js';

/** Fields that matching depends on. */
const MATCHED = ['status', 'accepting_jobs', 'needs_clear', 'current_job', 'loaded', 'nozzle_mm', 'model'] as const;

export const machine = defineKind({
  id: 'digifab:machine',
  title: ['Machine', 'Machines'],
  description: 'A printer, laser cutter, mill or other machine that runs jobs.',
  fields: machineFields,
  titleField: 'name',
  search: ['model', 'remote_id'],
  index: ['status', 'connection', 'offline_after'],
  lifecycle: machineLifecycle,
  emits: [machineStatusChanged, machineOnline, machineOffline, machineNeedsClear, machineReady],
  ui: machineHints,
  example: { name: 'MK4 left', type: 'fdm', model: 'MK4S', nozzle_mm: 0.4 },
  beforeWrite: applyMachineRules,
  async onWrite(context, changes) {
    emitMachineEvents(context, changes);
    await markMaintenanceDue(
      context,
      changes.filter(({ before, after }) => before !== null && before.fields.jobs_total !== after.fields.jobs_total),
    );
    await scheduleWhen(
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
