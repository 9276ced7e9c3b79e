import type { KindHookContext, RecordChange } from '@cubit/core';
import type { MachineKind } from '../machine/machine.fields.js';
import { dueBy } from './due.js';
import { maintenanceRecord } from './maintenance.fields.js';

/** Marks maintenance as due after machines have worked. */
export async function markMaintenanceDue(
  { records, now }: KindHookContext,
  changes: readonly RecordChange<MachineKind>[],
): Promise<void> {
  if (changes.length === 0) return;
  const machines = new Map(changes.map(({ after }) => [after.id, after]));
  const open = await records.find(maintenanceRecord, { where: { machine: { in: [...machines.keys()] }, due: false } });
  const due = open.filter(({ fields }) => {
    const machine = machines.get(fields.machine ?? '');
    return machine !== undefined && dueBy(fields, machine, now) !== null;
  });
  await records.updateMany(
    maintenanceRecord,
    due.map(({ id }) => ({ id, fields: { due: true } })),
  );
}
