import {
  compact,
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
import { dueBy, wearOf } from './due.js';
import { type Maintenance, maintenanceFields, type MaintenanceKind } from './maintenance.fields.js';
import { maintenanceHints } from './maintenance.hints.js';

export const maintenance = defineKind({
  id: 'digifab:maintenance',
  title: ['Maintenance', 'Maintenance'],
  description: 'A recurring maintenance task of a machine, a tool or a place: by days, hours of use, prints or uses.',
  fields: maintenanceFields,
  titleField: 'task',
  index: ['machine', 'target', 'due', 'check_at'],
  emits: [maintenanceDue],
  ui: maintenanceHints,
  example: { machine: '0192f0c1-2d3e-7000-8000-000000000002', task: 'Grease the rods', every_hours: 300 },
  async beforeWrite(context, drafts) {
    const written = drafts.filter(({ operation }) => operation !== 'delete');
    if (written.length === 0) return;
    const machines = await context.records.getMany(
      machineRecord,
      written.flatMap(({ fields }) => machineOf(fields) ?? []),
    );
    for (const draft of written) {
      nameTarget(draft);
      computeDue(context, draft, machines.get(draft.fields.machine ?? ''));
    }
  },
  async onWrite(context, changes) {
    const due = changes.filter(
      ({ operation, before, after }) => operation !== 'delete' && after.fields.due && before?.fields.due !== true,
    );
    const machines = await context.records.getMany(
      machineRecord,
      due.flatMap(({ after }) => after.fields.machine ?? []),
    );
    for (const { after } of due) {
      const { task, blocks_queue: blocksQueue, machine: machineId, on } = after.fields;
      const by = dueBy(after.fields, machines.get(machineId ?? ''), context.now) ?? 'days';
      context.emit(maintenanceDue, compact({ maintenanceId: after.id, task, machineId, on, by, blocksQueue }));
    }
    await scheduleWhen(
      context,
      changes.some(
        ({ before, after }) => before?.fields.blocks_queue === true && !(after.fields.due && after.fields.blocks_queue),
      ),
    );
  },
});

function machineOf({ machine, on }: Maintenance['fields']): string | undefined {
  return machine ?? (on?.kind === machineRecord.id ? on.id : undefined);
}

/** A machine is named by `machine`, also if a client names it by `on`. */
function nameTarget(draft: RecordDraft<MaintenanceKind>): void {
  const machine = machineOf(draft.fields);
  const { on: named, ...rest } = draft.fields;
  const on = machine === undefined ? named : undefined;
  const target = machine ?? on?.id;
  if (target === undefined || (draft.fields.machine !== undefined && named !== undefined)) {
    const message = 'Name a machine, or in `on` a tool, a place or another record.';
    throw validationFailed([{ path: draft.path('on'), code: target === undefined ? 'required' : 'one_of', message }]);
  }
  draft.fields = compact({ ...rest, machine, on, target }) as Maintenance['fields'];
}

/** Computes when the maintenance is next due and whether it is due now. */
function computeDue({ now }: KindHookContext, draft: RecordDraft<MaintenanceKind>, machine: Machine | undefined): void {
  const { every_hours, every_days, every_jobs, every_uses } = draft.fields;
  if ([every_hours, every_days, every_jobs, every_uses].every((interval) => interval === undefined)) {
    const message = 'Set an interval: every_hours, every_days, every_jobs or every_uses.';
    throw validationFailed([{ path: draft.path('every_hours'), code: 'required', message }]);
  }
  if (!machine && draft.fields.machine !== undefined) return;
  const wear = wearOf(draft.fields, machine);
  const { last_done_at: doneAt = now.toISOString() } = draft.fields;
  const { due_at: _, ...given } = draft.fields;
  const fields: typeof draft.fields = {
    ...given,
    last_done_at: doneAt,
    last_done_hours: given.last_done_hours ?? wear.hours,
    last_done_jobs: given.last_done_jobs ?? wear.jobs,
    last_done_uses: given.last_done_uses ?? wear.uses,
    ...(every_days === undefined
      ? {}
      : { due_at: storedInstant(Date.parse(doneAt) + every_days * DAY_MS, draft.path('last_done_at')) }),
  };
  const { check_at: __, ...rest } = fields;
  const due = dueBy(rest, machine, now) !== null;
  draft.fields = { ...rest, due, ...(due || rest.due_at === undefined ? {} : { check_at: rest.due_at }) };
}
