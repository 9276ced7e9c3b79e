import { compact, defineAction, fail, Field, subtractDecimals, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { reservationCreated, stockChanged, stockDepleted, stockLow, stockRecovered } from '../events.js';
import { movement } from '../movement/movement.kind.js';
import { part } from '../part/part.kind.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postStock } from '../stock/post-stock.js';
import type { Posting } from '../stock/posting.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { whyNotThere } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { buildReversed } from './build-events.js';
import { assemblyOf, buildResult, resultOf, saidOf } from './build-input.js';
import type { Build, BuildOutput } from './build.fields.js';
import { build } from './build.kind.js';
import { returnComponents } from './return-components.js';

export const reverseBuildOutput = defineAction({
  id: 'inventory:reverse_build_output',
  title: 'Reverse output',
  description:
    'Takes an output back, the latest or the one that `movement` names: out of stock again, its components back to where they were taken from and reserved for the build. A completed build is in progress again. Refused where the output or what it was made of is no longer as it was.',
  appliesTo: [build],
  input: input({
    movement: Type.Optional(Field.ref('inventory:movement', { description: 'Of type `build_output`.' })),
    ...said,
  }),
  output: buildResult,
  emits: [buildReversed, reservationCreated, stockChanged, stockLow, stockDepleted, stockRecovered],
  effects: { ...STOCK_EFFECTS, destructive: true },
  undoneBy: 'inventory:complete_output',
  example: { title: 'Booked on the wrong build', input: { reason: 'Wrong build' } },
  available: ({ fields: { status, outputs = [] } }) => {
    if (status !== 'completed' && status !== 'in_progress') return `it is ${status.replace('_', ' ')}`;
    return outputs.some(({ reversed }) => !reversed) || 'it has no output';
  },
  async run(context, record, { movement: named, reason, cause_key: causeKey }) {
    const output = outputOf(record, named);
    const owner = await assemblyOf(context, record);
    const cause = { kind: record.kind, id: record.id };
    const details = { type: 'reverse', reason, causeKey, cause, reverses: output.movement } as const;
    let returned: Partial<Build['fields']> = {};
    const posted = await postStock(context, { part: owner, details }, async (posting) => {
      returned = await returnComponents(context, { build: record, units: output.qty, posting });
      await takeOut(context, { build: record, output, posting });
    });
    if (posted.duplicate === true) return { ...resultOf(record), duplicate: true };
    await markReversed(context, output, posted.movements);
    const after = await context.records.update(build, record.id, {
      ...returned,
      status: 'in_progress',
      completed_at: null,
      qty_done: subtractDecimals(record.fields.qty_done, output.qty),
      outputs: (record.fields.outputs ?? []).map((one) =>
        one.movement === output.movement ? { ...one, reversed: true } : one,
      ),
    });
    const { qty_done: qtyDone } = after.fields;
    context.emit(buildReversed, { ...saidOf(record, owner), qty: output.qty, qtyDone, ...compact({ reason }) });
    return resultOf(after);
  },
});

function outputOf({ fields: { outputs = [] } }: Build, named: string | undefined): BuildOutput {
  const open = outputs.filter(({ reversed }) => !reversed);
  const found = named === undefined ? open.at(-1) : open.find(({ movement: id }) => id === named);
  if (found) return found;
  const message = 'It is no output of the build, or is reversed already.';
  throw fail('conflict', message, { details: [{ path: '/input/movement', code: 'not_reversible', message }] });
}

interface Output {
  readonly build: Build;
  readonly output: BuildOutput;
  readonly posting: Posting;
}

async function takeOut(context: ModuleContext, { build: { fields }, output, posting }: Output): Promise<void> {
  const owner = (await context.records.lock(part, [fields.assembly])).get(fields.assembly);
  const items = await context.records.lock(
    stockItem,
    output.stock_items.map(({ id }) => id),
  );
  const patches = output.stock_items.map(({ id, qty }) => {
    const item = items.get(id);
    const there = item && whyNotThere(item) === null ? item.fields.qty : 0;
    if (owner && there < qty) throw insufficientStock({ part: owner, found: there, asked: qty, path: '/record' });
    return { id, fields: { qty: subtractDecimals(there, qty) }, note: posting.note('reverse'), path: () => '/record' };
  });
  await context.records.updateMany(stockItem, patches);
}

async function markReversed(
  { records }: ModuleContext,
  output: BuildOutput,
  movements: readonly { readonly id: string; readonly stock_item?: string }[],
): Promise<void> {
  const item = output.stock_items[0]?.id;
  const by = movements.find(({ stock_item: of }) => of === item)?.id;
  if (by !== undefined) await records.update(movement, output.movement, { reversed_by: by });
}
