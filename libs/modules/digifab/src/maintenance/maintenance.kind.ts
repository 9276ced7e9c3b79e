import {
  DAY_MS,
  defineKind,
  type KindHookContext,
  type RecordDraft,
  storedInstant,
  validationFailed,
} from '@cubit/core';
import { maintenanceDue } from '../events/machine-events.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { scheduleWhen } from '../queue/schedule-when.js';
import { dueBy } from './due.js';
import { maintenanceFields, type MaintenanceKind } from './maintenance.fields.js';
import { maintenanceHints } from './maintenance.hints.js';

export const maintenance = defineKind({
  id: 'digifab:maintenance',
  title: ['Maintenance', 'Maintenance'],
  description: 'A recurring maintenance task of a machine, by hours of printing, days or prints.',
  fields: maintenanceFields,
  titleField: 'task',
  index: ['machine', 'due', 'check_at'],
  emits: [maintenanceDue],
  ui: maintenanceHints,
  example: { machine: '0192f0c1-2d3e-7000-8000-000000000002', task: 'Grease the rods', every_hours: 300 },
  async beforeWrite(context, drafts) {
    const written = drafts.filter(({ operation }) => operation !== 'delete');
    if (written.length === 0) return;
    const machines = await context.records.getMany(
      machineRecord,
      written.map(({ fields }) => fields.machine),
    );
    for (const draft of written) computeDue(context, draft, machines.get(draft.fields.machine));
  },
  async onWrite(context, changes) {
    for (const { operation, before, after } of changes) {
      if (operation === 'delete' || !after.fields.due || before?.fields.due === true) continue;
      const machine = await context.records.get(machineRecord, after.fields.machine);
      const { task, blocks_queue: blocksQueue } = after.fields;
      const by = dueBy(after.fields, machine.fields, context.now) ?? 'days';
      context.emit(maintenanceDue, { maintenanceId: after.id, task, machineId: machine.id, by, blocksQueue });
    }
    await scheduleWhen(
      context,
      changes.some(
        ({ before, after }) => before?.fields.blocks_queue === true && !(after.fields.due && after.fields.blocks_queue),
      ),
    );
  },
});

/** Computes when the maintenance is next due and whether it is due now. */
function computeDue({ now }: KindHookContext, draft: RecordDraft<MaintenanceKind>, machine: Machine | undefined): void {
  const { every_hours, every_days, every_jobs } = draft.fields;
  if (every_hours === undefined && every_days === undefined && every_jobs === undefined) {
    const message = 'Set an interval: every_hours, every_days or every_jobs.';
    throw validationFailed([{ path: draft.path('every_hours'), code: 'required', message }]);
  }
  if (!machine) return;
  const { last_done_at: doneAt = now.toISOString() } = draft.fields;
  const { due_at: _, ...given } = draft.fields;
  const fields: typeof draft.fields = {
    ...given,
    last_done_at: doneAt,
    last_done_hours: given.last_done_hours ?? machine.fields.hours_total,
    last_done_jobs: given.last_done_jobs ?? machine.fields.jobs_total,
    ...(every_days === undefined
      ? {}
      : { due_at: storedInstant(Date.parse(doneAt) + every_days * DAY_MS, draft.path('last_done_at')) }),
  };
  const { check_at: __, ...rest } = fields;
  const due = dueBy(rest, machine.fields, now) !== null;
  draft.fields = { ...rest, due, ...(due || rest.due_at === undefined ? {} : { check_at: rest.due_at }) };
}
