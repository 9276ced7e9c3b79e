import { compact, defineAction, Field, type ModuleContext, withFaultsAt } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, recordId } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { maintenanceDone } from '../events/machine-events.js';
import { machineRecord } from '../machine/machine.fields.js';
import { wearOf } from './due.js';
import { maintenanceRecord, MAX_LOG } from './maintenance.fields.js';

export const logMaintenance = defineAction({
  id: 'digifab:log_maintenance',
  title: 'Log maintenance',
  description:
    'Records that the maintenance was done now. All intervals restart, and the parts used are taken from stock.',
  appliesTo: [maintenanceRecord],
  input: input({
    note: Type.Optional(Field.longtext({ title: 'Note', description: 'What was done or found. Stored in the log.' })),
    parts_used: Type.Optional(
      Type.Array(
        Type.Object(
          {
            part: Field.titled('Part', recordId('inventory:part', 'Id of the part used.')),
            qty: Field.decimal({ title: 'Quantity', exclusiveMinimum: 0 }),
          },
          { additionalProperties: false },
        ),
        { title: 'Parts used', maxItems: 50, description: 'Taken from stock.' },
      ),
    ),
  }),
  output: output({ due_at: Type.Optional(Type.String({ format: 'date-time' })) }),
  emits: [maintenanceDone, ...jobEvents],
  agent: { words: ['serviced', 'greased', 'cleaned', 'oiled', 'repaired', 'lubricated'] },
  effects: MOVES,
  ui: { done: 'Logged maintenance: {title}', icon: 'check', tone: 'primary', key: 'd', order: 10 },
  example: { title: 'Greased', input: { note: 'Rods were dry' } },
  async run(context, record, { note, parts_used: used = [] }) {
    const { records, now, actor, emit } = context;
    const { machine: machineId, on, task, log = [] } = record.fields;
    const machine = machineId === undefined ? undefined : await records.get(machineRecord, machineId);
    const { hours, jobs, uses } = wearOf(record.fields, machine);
    for (const [index, one] of used.entries()) await use(context, one, { index, reason: task });
    const at = now.toISOString();
    const entry = compact({ at, by: actor.id ?? undefined, note, hours, jobs, uses });
    const done = await records.update(maintenanceRecord, record.id, {
      last_done_at: at,
      last_done_hours: hours,
      last_done_jobs: jobs,
      last_done_uses: uses,
      log: [...log, entry].slice(-MAX_LOG),
    });
    emit(maintenanceDone, compact({ maintenanceId: record.id, task, machineId, on, note }));
    return compact({ due_at: done.fields.due_at });
  },
});

async function use(
  { invoke }: ModuleContext,
  { part, qty }: { readonly part: string; readonly qty: number },
  { index, reason }: { readonly index: number; readonly reason: string },
): Promise<void> {
  try {
    await invoke('inventory:use', { kind: 'inventory:part', id: part }, { qty, reason });
  } catch (error) {
    throw withFaultsAt(error, (path) => `/input/parts_used/${index}/${path.startsWith('/input') ? 'qty' : 'part'}`);
  }
}
