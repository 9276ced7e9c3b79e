import { exactOfPart } from '../part/unit.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { addQuantities, subtractQuantities, exactToText } from '@cubit/decimal';
import { compact, defineAction, fail, Field, type ModuleContext, notWhile, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { reservationCreated, partStocked, stockChanged, stockDepleted, stockLow, stockRecovered } from '../events.js';
import { movement, type Movement } from '../movement/movement.kind.js';
import { removeMade } from '../movement/remove-made.js';
import { part } from '../part/part.kind.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postStock } from '../stock/post-stock.js';
import type { Posting } from '../stock/posting.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { notOnHandReason } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { buildReversed } from './build-events.js';
import { assemblyOf, buildResult, resultOf, buildPayload } from './build-input.js';
import type { Build, BuildOutput } from './build.fields.js';
import { build } from './build.kind.js';
import { returnComponents } from './return-components.js';
import { isPosted } from '../movement/is-posted.js';

export const reverseBuildOutput = defineAction({
  id: 'inventory:reverse_build_output',
  title: 'Reverse output',
  description:
    'Reverses an output, by default the latest. Removes it from stock, and returns its components to their stock items, reserved for the build. A completed build becomes in progress. Refused if the output or its components have changed since.',
  appliesTo: [build],
  input: input({
    movement: Type.Optional(
      Field.ref('inventory:movement', {
        title: 'Movement',
        description: 'The movement of the output, of type `build_output`. Default: the latest.',
      }),
    ),
    qty: Type.Optional(
      Field.decimal({
        title: 'Quantity',
        exclusiveMinimum: 0,
        description: 'Quantity to reverse. Default: all of the output.',
      }),
    ),
    restore: Type.Optional(
      Field.enum(['issued', 'in_progress'], {
        title: 'Restore',
        ui: { hidden: true },
        description: 'The status of the build before the output. Its reservations are as before, too.',
      }),
    ),
    ...postingInput,
  }),
  output: buildResult,
  emits: [buildReversed, reservationCreated, stockChanged, stockLow, stockDepleted, stockRecovered, partStocked],
  effects: { ...STOCK_EFFECTS, destructive: true },
  undoneBy: 'inventory:complete_output',
  ui: {
    done: 'Reversed output of {title}',
    icon: 'undo-2',
    tone: 'danger',
    order: 70,
    hidden: ['cause_key', 'restore'],
  },
  example: { title: 'Reverse an output of the wrong build', input: { reason: 'Wrong build' } },
  available: ({ fields: { status, outputs = [] } }) => {
    if (status !== 'completed' && status !== 'in_progress') return notWhile(status);
    return outputs.some(({ reversed }) => !reversed) || 'it has no output to reverse';
  },
  repeated: isPosted,
  async run(context, record, { movement: named, qty: wanted, restore, reason, cause_key: causeKey }) {
    const output = outputOf(record, named);
    const units = unitsOf(output, wanted);
    const owner = await assemblyOf(context, record);
    const cause = { kind: record.kind, id: record.id };
    const details = { type: 'reverse', reason, causeKey, cause, reverses: output.movement } as const;
    let returned: Partial<Build['fields']> = {};
    const posted = await postStock(context, { part: owner, details }, async (posting) => {
      returned = await returnComponents(context, { build: record, units, posting, isRestored: restore !== undefined });
      await removeOutput(context, { build: record, pieces: piecesOf(output, units), posting });
    });
    if (posted.duplicate === true) return { ...resultOf(record), duplicate: true };
    await removeMade(context, await madeBy(context, output));
    const rest = restOf(output, units);
    if (rest.reversed) await markReversed(context, output, posted.movements);
    const after = await context.records.update(build, record.id, {
      ...returned,
      status: restore ?? 'in_progress',
      completed_at: null,
      qty_done: subtractQuantities(record.fields.qty_done, units),
      outputs: (record.fields.outputs ?? []).map((one) => (one.movement === output.movement ? rest : one)),
    });
    const { qty_done: qtyDone } = after.fields;
    context.emit(buildReversed, { ...buildPayload(record, owner), qty: units, qtyDone, ...compact({ reason }) });
    return resultOf(after);
  },
});

function outputOf({ fields: { outputs = [] } }: Build, named: string | undefined): BuildOutput {
  const open = outputs.filter(({ reversed }) => !reversed);
  const found = named === undefined ? open.at(-1) : open.find(({ movement: id }) => id === named);
  if (found) return found;
  const message = 'The movement is not an output of the build, or it is already reversed.';
  throw fail('conflict', message, { details: [{ path: '/input/movement', code: 'not_reversible', message }] });
}

function unitsOf({ qty, reversed_qty: reversed = 0 }: BuildOutput, wanted: number | undefined): number {
  const open = subtractQuantities(qty, reversed);
  if (wanted === undefined || wanted <= open) return wanted ?? open;
  const message = `At most ${open} of the output can be reversed.`;
  throw validationFailed([{ path: '/input/qty', code: 'maximum', message }]);
}

/** The stock items of the output to remove, the last first. */
function piecesOf({ stock_items: items }: BuildOutput, units: number): BuildOutput['stock_items'] {
  let open = units;
  return items.toReversed().flatMap(({ id, qty }) => {
    const taken = Math.min(open, qty);
    open = subtractQuantities(open, taken);
    return taken > 0 ? [{ id, qty: taken }] : [];
  });
}

/** The output after the given units are reversed. */
function restOf(output: BuildOutput, units: number): BuildOutput {
  const reversed_qty = addQuantities(output.reversed_qty ?? 0, units);
  if (reversed_qty >= output.qty) return { ...output, reversed: true };
  const taken = new Map(piecesOf(output, units).map(({ id, qty }) => [id, qty]));
  const left = output.stock_items.map(({ id, qty }) => ({ id, qty: subtractQuantities(qty, taken.get(id) ?? 0) }));
  return { ...output, stock_items: left.filter(({ qty }) => qty > 0), reversed_qty };
}

interface RemovedOutput {
  readonly build: Build;
  readonly pieces: BuildOutput['stock_items'];
  readonly posting: Posting;
}

async function removeOutput(
  context: ModuleContext,
  { build: { fields }, pieces, posting }: RemovedOutput,
): Promise<void> {
  const owner = (await context.records.lock(part, [fields.assembly])).get(fields.assembly);
  const items = await context.records.lock(
    stockItem,
    pieces.map(({ id }) => id),
  );
  const patches = pieces.map(({ id, qty }) => {
    const item = items.get(id);
    const there = item && notOnHandReason(item) === null ? heldOf(item.fields) : 0n;
    const gone = owner ? exactOfPart(owner, qty) : 0n;
    if (owner && there < gone) throw insufficientStock({ part: owner, found: there, requested: gone, path: '/record' });
    return {
      id,
      fields: { exact_qty: exactToText(there - gone) },
      note: posting.note('reverse'),
      path: () => '/record',
    };
  });
  await context.records.updateMany(stockItem, patches);
}

/** The movements that added the output to stock. */
async function madeBy({ records }: ModuleContext, output: BuildOutput): Promise<readonly Movement[]> {
  const first = (await records.getMany(movement, [output.movement])).get(output.movement);
  return first ? records.find(movement, { where: { posting: first.fields.posting, type: 'build_output' } }) : [];
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
