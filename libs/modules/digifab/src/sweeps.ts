import { defineSweep } from '@cubit/core';
import { certificateRecord } from './certificate/certificate.kind.js';
import { connectionRecord } from './connection/connection.fields.js';
import { jobRecord } from './job/job.fields.js';
import { machineRecord } from './machine/machine.fields.js';
import { maintenanceRecord } from './maintenance/maintenance.fields.js';
import { SCHEDULE } from './queue/schedule-when.js';

export const sweeps = [
  defineSweep({
    id: 'silent_machines',
    kind: machineRecord,
    at: 'offline_after',
    async run({ records, invoke }, machines) {
      for (const { id, kind } of machines) await invoke('digifab:report', { kind, id }, { state: 'offline' });
      await records.updateMany(
        machineRecord,
        machines.map(({ id }) => ({ id, fields: { offline_after: null } })),
      );
      await records.updateMany(
        connectionRecord,
        [...new Set(machines.flatMap(({ fields }) => fields.connection ?? []))].map((id) => ({
          id,
          fields: { status: 'error', last_error: 'The machine did not report in time.' },
        })),
      );
    },
  }),
  defineSweep({
    id: 'maintenance_by_days',
    kind: maintenanceRecord,
    at: 'check_at',
    async run({ records }, due) {
      await records.updateMany(
        maintenanceRecord,
        due.map(({ id }) => ({ id, fields: { due: true } })),
      );
    },
  }),
  defineSweep({
    id: 'certificates',
    kind: certificateRecord,
    at: 'check_at',
    async run({ records }, due) {
      await records.rederive(
        certificateRecord,
        due.map(({ id }) => id),
      );
    },
  }),
  defineSweep({
    id: 'waiting_jobs',
    kind: jobRecord,
    at: 'wake_at',
    async run({ records, invoke }, jobs) {
      await records.updateMany(
        jobRecord,
        jobs.map(({ id }) => ({ id, fields: { wake_at: null } })),
      );
      await invoke(SCHEDULE, null, {});
    },
  }),
];
