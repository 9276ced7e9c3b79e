import { compact, defineAction, type ModuleContext, validationFailed, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, output, recordId, REPEATABLE } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { materialLoaded, materialLow } from '../events/machine-events.js';
import { inGrams } from '../accounting/in-unit-of-part.js';
import { roundGrams } from '../accounting/filament.js';
import { grams } from '../job/job.fields.js';
import { type Settings, settings } from '../settings.js';
import { part, stockItem } from '../stock.js';
import { machineRecord, slotNumber, type Machine, type Slot } from './machine.fields.js';
import { switchSpool } from './switch-spool.js';

export const loadMaterial = defineAction({
  id: 'digifab:load_material',
  title: 'Load material',
  description:
    'Records which stock item is in a slot. During a print, the material used so far is charged to the previous spool and the rest to the new one.',
  appliesTo: [machineRecord],
  input: input({
    slot: slotNumber,
    stock_item: Type.Optional(
      Field.titled('Stock item', recordId('inventory:stock_item', 'Id of the spool. Absent: empties the slot.')),
    ),
    used_g: Type.Optional({
      ...grams,
      title: 'Used weight',
      description: 'During a print: grams used from the previous spool. Default: as reported, otherwise estimated.',
    }),
  }),
  output: output({ slots: Type.Integer({ description: 'Number of loaded slots.' }) }),
  emits: [materialLoaded, materialLow, ...jobEvents],
  agent: { words: ['spool', 'filament', 'insert', 'put in', 'change colour', 'slot', 'AMS'] },
  effects: REPEATABLE,
  settings,
  ui: { done: 'Loaded material into {title}', icon: 'spool', tone: 'primary', key: 'l', order: 20 },
  example: { title: 'White PLA', input: { slot: 1, stock_item: '0192f0c1-2d3e-7000-8000-000000000005' } },
  async run(context, machine, { slot, stock_item: item, used_g: usedG }) {
    const before = machine.fields.loaded ?? [];
    const replaced = before.find((one) => one.slot === slot);
    const rest = before.filter((one) => one.slot !== slot && (item === undefined || one.stock_item !== item));
    const loaded = [...rest, ...(item === undefined ? [] : [{ slot, stock_item: item }])].toSorted(
      (a, b) => a.slot - b.slot,
    );
    if (item !== undefined && replaced?.stock_item === item) return { slots: before.length };
    if (item !== undefined) await assertStockItemExists(context, item);
    const updated = await context.records.update(
      machineRecord,
      machine.id,
      { loaded },
      { path: () => '/input/stock_item' },
    );
    const now = updated.fields.loaded?.find((one) => one.slot === slot);
    await switchSpool(context, { machine, slot, before: replaced, after: now, usedG });
    if (now) await emitMaterialEvents(context, updated, { loaded: now, replaced });
    return { slots: loaded.length };
  },
});

async function assertStockItemExists({ records }: ModuleContext, id: string): Promise<void> {
  if ((await records.getMany(stockItem, [id])).has(id)) return;
  const message = 'The stock item does not exist.';
  throw validationFailed([{ path: '/input/stock_item', code: 'unknown_reference', message }]);
}

async function emitMaterialEvents(
  context: ModuleContext<typeof materialLoaded | typeof materialLow, Settings>,
  { id, fields: { name } }: Machine,
  { loaded, replaced }: { readonly loaded: Slot; readonly replaced: Slot | undefined },
): Promise<void> {
  const { slot, stock_item: stockItemId, part: partId } = loaded;
  if (stockItemId === undefined || partId === undefined) return;
  const about = { machineId: id, name, slot, stockItemId, partId };
  context.emit(materialLoaded, compact({ ...about, replacedStockItemId: replaced?.stock_item }));
  const item = await context.records.get(stockItem, stockItemId);
  const owner = await context.records.get(part, partId);
  const left = inGrams(item.fields.qty, owner);
  const threshold = context.settings.material_low_g;
  if (left !== null && left < threshold)
    context.emit(materialLow, { ...about, remainingG: roundGrams(left), thresholdG: threshold });
}
