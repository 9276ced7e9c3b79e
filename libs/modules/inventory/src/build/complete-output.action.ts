import { addQuantities, exactToText, subtractQuantities } from '@cubit/decimal';
import { compact, defineAction, Field, type ModuleContext, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import {
  reservationConsumed,
  partStocked,
  stockChanged,
  stockDepleted,
  stockExceeded,
  stockItemCreated,
  stockItemStatusChanged,
  stockLow,
  stockRecovered,
} from '../events.js';
import { deposit } from '../stock/deposit.js';
import { postStock, type PostingResult } from '../stock/post-stock.js';
import { input, builtQty, postingInput, serials, STOCK_EFFECTS } from '../stock/stock-input.js';
import { buildOutputCompleted } from './build-events.js';
import { assemblyOf, assertRemaining, buildResult, usedAlready, resultOf, buildPayload } from './build-input.js';
import { isActive } from './build-status.js';
import type { BuildOutput, Build } from './build.fields.js';
import { build } from './build.kind.js';
import { exactTaken } from './take-components.js';
import { makeUnits } from './make-units.js';
import { isPosted } from '../movement/is-posted.js';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { exactOfPart } from '../part/unit.js';
import type { Cost } from '../stock/cost.js';
import { costIn } from '../stock-item/exact-fields.js';
import { stockItemFields } from '../stock-item/stock-item.fields.js';
import { addValues, stockValueOf, type StockValue, totalCost } from '../stock/stock-value.js';

const path = (field: string) => (field === 'serial' ? '/input/serials' : `/input/${field}`);

export const completeOutput = defineAction({
  id: 'inventory:complete_output',
  title: 'Complete output',
  description:
    'Adds finished assemblies to stock: the quantity, or all that remain. Uses their components, unless they were used before. The unit cost is the cost of the components.',
  appliesTo: [build],
  input: input({
    qty: Type.Optional({
      ...builtQty,
      description: 'Number of finished assemblies. Default: the number of `serials`, else all that remain.',
    }),
    serials: Type.Optional(serials),
    lot: Type.Optional(Field.described(stockItemFields.properties.lot, Field.text({ minLength: 1 }))),
    location: Type.Optional(
      Field.ref('spaces:location', {
        title: 'Location',
        description: 'Default: the destination of the build, else the default location of the part.',
      }),
    ),
    expires_on: Type.Optional(Field.described(stockItemFields.properties.expires_on, Field.date())),
    used: usedAlready,
    ...postingInput,
  }),
  output: buildResult,
  emits: [
    buildOutputCompleted,
    stockItemCreated,
    reservationConsumed,
    stockChanged,
    stockLow,
    stockDepleted,
    stockExceeded,
    stockItemStatusChanged,
    stockRecovered,
    partStocked,
  ],
  agent: { words: ['finished', 'built', 'assembled', 'produced', 'done'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse_build_output',
  ui: {
    done: 'Completed output of {title}, {record.qty_done} of {record.qty} done',
    icon: 'package-plus',
    tone: 'primary',
    order: 20,
    hidden: ['cause_key'],
  },
  undo:
    (_context, { fields: { status } }, { used }) =>
    ({ duplicate }) =>
      duplicate === true || used === true ? null : { input: { restore: status } },
  example: { title: 'Complete four', input: { qty: 4, lot: 'B-0042' } },
  available: ({ fields: { status } }) => isActive(status) || notWhile(status),
  repeated: isPosted,
  async run(context, record, { qty: wanted, serials, lot, location, expires_on, used, reason, cause_key: causeKey }) {
    const { qty: total, qty_done: done, destination, outputs = [] } = record.fields;
    const left = Math.max(0, subtractQuantities(total, done));
    const made = wanted ?? serials?.length ?? left;
    const owner = await assemblyOf(context, record);
    const cause = { kind: record.kind, id: record.id };
    const details = { type: 'build_output', reason, causeKey, cause } as const;
    let taken: Awaited<ReturnType<typeof makeUnits>> = {};
    const posted = await postStock(context, { part: owner, details }, async (posting) => {
      assertRemaining(made, left);
      taken = await makeUnits(context, { build: record, units: made, posting, isPast: used === true });
      const cost = await outputCost(context, owner, { ...record.fields, ...taken });
      const place = location ?? destination;
      const fields = compact({ serials, lot, expires_on, location: place, cost, source: cause });
      await deposit(context, {
        target: { part: owner, item: null },
        deposit: { ...fields, qty: exactOfPart(owner, made) },
        posting,
        path,
      });
    });
    if (posted.duplicate === true) return { ...resultOf(record), duplicate: true };
    const output = outputOf(posted, made);
    const after = await context.records.update(build, record.id, {
      ...taken,
      status: 'in_progress',
      qty_done: addQuantities(done, made),
      outputs: [...outputs, output],
    });
    const stockItemIds = output.stock_items.map(({ id }) => id);
    context.emit(buildOutputCompleted, {
      ...buildPayload(record, owner),
      qty: made,
      stockItemIds,
      qtyDone: after.fields.qty_done,
      qtyTotal: total,
    });
    return { ...resultOf(after), stock_items: stockItemIds };
  },
});

function outputOf({ movements }: PostingResult, qty: number): BuildOutput {
  const lines = movements.filter(({ type }) => type === 'build_output');
  return {
    movement: lines[0]?.id ?? '',
    qty,
    stock_items: lines.map(({ stock_item = '', qty_delta }) => ({ id: stock_item, qty: qty_delta })),
    reversed: false,
  };
}

/** Cost of an output: that of the components used so far, for the units they were used for. Undefined without costs, or with several currencies. */
async function outputCost(
  { records }: ModuleContext,
  owner: Part,
  { lines = [], qty_consumed }: Pick<Build['fields'], 'lines' | 'qty_consumed'>,
): Promise<Cost | undefined> {
  const taken = lines.flatMap((line) => line.taken);
  const parts = await records.getMany(part, [...new Set(taken.map((one) => one.part))]);
  const worth = taken
    .flatMap((one) => {
      const component = parts.get(one.part);
      return component ? stockValueOf(exactTaken(one, component), costIn(component, one)) : [];
    })
    .reduce((sum, one) => addValues(sum, [one]), [] as readonly StockValue[]);
  return totalCost(worth.map((one) => ({ ...one, qty: exactToText(exactOfPart(owner, qty_consumed)) })));
}
