import { defineAction, Field, type ModuleContext } from '@cubit/core';
import { addQuantities } from '@cubit/decimal';
import { Type } from 'typebox';
import { input, MOVES, output } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { maintenanceDue } from '../events/machine-events.js';
import { maintenanceRecord } from './maintenance.fields.js';

const MAX_PLANS = 1_000;

export const logUse = defineAction({
  id: 'digifab:log_use',
  title: 'Log use',
  description:
    'Counts hours or uses for maintenance. They are those of a machine, a tool, a place or another record. A use of a stock item also counts for the maintenance of its part. Changes nothing if there is no maintenance for it.',
  appliesTo: 'any',
  input: input({
    hours: Type.Optional(
      Field.decimal({
        title: 'Hours',
        ui: { unit: 'h' },
        exclusiveMinimum: 0,
        maximum: 100_000,
        description: 'Hours of use, added to those logged before.',
      }),
    ),
    uses: Type.Optional(
      Field.integer({
        title: 'Uses',
        minimum: 1,
        maximum: 100_000,
        description: 'Number of uses. Default: 1 without `hours`.',
      }),
    ),
  }),
  output: output({ plans: Type.Integer({ description: 'Number of maintenance tasks that counted it.' }) }),
  emits: [maintenanceDue, ...jobEvents],
  agent: { words: ['hours', 'used the machine', 'operating time'] },
  effects: MOVES,
  ui: { done: 'Logged use of {title}', icon: 'timer', order: 85 },
  example: { title: 'Two hours of sawing', input: { hours: 2 } },
  async run({ records }, record, { hours = 0, uses = hours > 0 ? 0 : 1 }) {
    const { part } = record.fields as { readonly part?: unknown };
    const targets = [record.id, ...(record.kind === 'inventory:stock_item' && typeof part === 'string' ? [part] : [])];
    const plans = record.kind === maintenanceRecord.id ? [record.id] : await plansOf(records, targets);
    const counted = await records.updateEach(maintenanceRecord, plans, ({ fields }) => ({
      hours_used: addQuantities(fields.hours_used, hours),
      uses: fields.uses + uses,
    }));
    return { plans: counted.length };
  },
});

/** Maintenance of an earlier version names its machine, and has no `target` until it is changed. */
async function plansOf(records: ModuleContext['records'], targets: readonly string[]): Promise<readonly string[]> {
  const byTarget = await records.find(maintenanceRecord, { where: { target: { in: targets } }, limit: MAX_PLANS });
  const byMachine = await records.find(maintenanceRecord, { where: { machine: { in: targets } }, limit: MAX_PLANS });
  return [...new Set([...byTarget, ...byMachine].map(({ id }) => id))];
}
