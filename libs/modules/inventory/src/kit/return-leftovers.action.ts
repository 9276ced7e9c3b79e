import type { Part } from '../part/part.fields.js';
import { inPlainUnit, shownOfPart } from '../part/unit.js';
import { exactDeltaOf } from '../movement/reversal.js';
import { type AnyRef, defineAction, Field, type ModuleContext, validationFailed, compact } from '@cubit/core';
import { type ExactQuantity, sumOfExact } from '@cubit/decimal';
import { Type } from 'typebox';
import { partStocked, stockChanged, stockItemCreated, stockRecovered } from '../events.js';
import { movement, type Movement } from '../movement/movement.kind.js';
import { part } from '../part/part.kind.js';
import { costIn } from '../stock-item/exact-fields.js';
import { deposit } from '../stock/deposit.js';
import { Posting } from '../stock/posting.js';
import { input, qty, STOCK_EFFECTS } from '../stock/stock-input.js';
import { writePosting } from '../stock/write-posting.js';

const MAX_LINES = 200;
/** Above the number of uses of the parts for one record. */
const MAX_MOVEMENTS = 100_000;

export const returnLeftovers = defineAction({
  id: 'inventory:return_leftovers',
  title: 'Return leftovers',
  description:
    'Takes back stock that was used for a record and is left over. The record is a project, a task or another one. Its cost is refunded to the project. No more can be returned of a part than was used for the record.',
  appliesTo: 'workspace',
  input: input({
    for: Field.anyRef({ title: 'For', description: 'The record that the stock was used for.' }),
    lines: Type.Array(
      Type.Object(
        {
          part: Type.String({ title: 'Part', format: 'uuid', 'x-kind': 'inventory:part' }),
          qty,
          location: Type.Optional(
            Type.String({
              title: 'Location',
              format: 'uuid',
              'x-kind': 'spaces:location',
              description: 'Where it is put. Default: the default location of the part.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { title: 'Lines', minItems: 1, maxItems: MAX_LINES, description: 'What is left over of each part.' },
    ),
    reason: Type.Optional(Field.text({ title: 'Reason', description: 'Stored on the movements.' })),
  }),
  output: Type.Object({
    lines: Type.Array(
      Type.Object({
        part: Type.String({ format: 'uuid' }),
        qty: Type.Number(),
        on_hand: Type.Number(),
        still_used: Type.Number({ description: 'Quantity that stays used for the record.' }),
      }),
    ),
  }),
  emits: [stockChanged, stockItemCreated, stockRecovered, partStocked],
  effects: STOCK_EFFECTS,
  ui: { done: 'Returned leftovers', icon: 'undo-2', order: 30 },
  example: {
    title: 'Ten screws are left',
    input: {
      for: { kind: 'projects:project', id: '0192f0c1-2d3e-7000-8000-000000000001' },
      lines: [{ part: '0192f0c1-2d3e-7000-8000-000000000002', qty: 10 }],
    },
  },
  async run(context, _, { for: cause, lines, reason }) {
    const ids = [...new Set(lines.map((line) => line.part))];
    const parts = await context.records.lock(part, ids);
    const uses = await usesFor(context, cause, ids);
    const left = new Map([...uses].map(([id, own]) => [id, usedQty(parts.get(id), own)]));
    const posting = new Posting({ type: 'return', cause, reason });
    const stillUsed: number[] = [];
    for (const [index, line] of lines.entries()) {
      const path = `/input/lines/${index}`;
      const owner = parts.get(line.part);
      if (!owner)
        throw validationFailed([{ path: `${path}/part`, code: 'unknown_reference', message: 'is not a part.' }]);
      const used = left.get(line.part) ?? 0n;
      const paths = { qty: `${path}/qty`, unit: `${path}/unit` };
      const back = inPlainUnit(owner, { qty: line.qty }, { paths, there: used });
      if (back > used) {
        const message = `Only ${shownOfPart(owner, used)} of '${owner.title}' was used for the record and not returned.`;
        throw validationFailed([{ path: `${path}/qty`, code: 'too_large', message }]);
      }
      stillUsed.push(shownOfPart(owner, used - back));
      left.set(line.part, used - back);
      const last = uses.get(line.part)?.findLast(({ fields }) => fields.type === 'use');
      await deposit(context, {
        target: { part: owner, item: null },
        deposit: {
          qty: back,
          ...(line.location === undefined ? {} : { location: line.location }),
          ...compact({ cost: last && costIn(owner, last.fields) }),
        },
        posting,
        path: (field) => `${path}/${field}`,
      });
    }
    await writePosting(context, posting);
    const after = await context.records.getMany(part, ids);
    return {
      lines: lines.map((line, index) => ({
        part: line.part,
        qty: line.qty,
        on_hand: after.get(line.part)?.fields.on_hand ?? 0,
        still_used: stillUsed[index] ?? 0,
      })),
    };
  },
});

/** Uses for the record and returns of them, by part, the oldest first. One query. */
async function usesFor(
  { records }: ModuleContext,
  { kind, id }: AnyRef,
  parts: readonly string[],
): Promise<ReadonlyMap<string, readonly Movement[]>> {
  const made = await records.find(movement, {
    where: { part: { in: parts }, type: { in: ['use', 'return'] }, cause: id, reversed_by: null },
    limit: MAX_MOVEMENTS,
  });
  const own = made.filter(({ fields: { cause } }) => cause?.kind === kind);
  return Map.groupBy(own, ({ fields }) => fields.part);
}

function usedQty(owner: Part | undefined, movements: readonly Movement[]): ExactQuantity {
  return owner ? -sumOfExact(movements.map((made) => exactDeltaOf(owner, made))) : 0n;
}
