import { fail, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import type { Build } from './build.fields.js';

/** Input of the actions that use components. */
export const usedAlready = Type.Optional(
  Field.boolean({
    title: 'Already used',
    description:
      'The components were used already. A shortage is not refused: what there is, is taken, also from stock reserved for others. The rest is the `over` of the movements.',
  }),
);

/** Output of an action on a build: its progress. */
export const buildResult = Type.Object(
  {
    build: Field.ref('inventory:build', { title: 'Build' }),
    status: Type.String({ title: 'Status' }),
    qty_done: Type.Number({ title: 'Done' }),
    qty_scrapped: Type.Number({ title: 'Scrapped' }),
    qty_consumed: Type.Number({ title: 'Used' }),
    stock_items: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { title: 'Stock items' })),
    duplicate: Type.Optional(
      Type.Boolean({
        title: 'Duplicate',
        description: 'True if the cause key was posted before. Nothing was changed.',
      }),
    ),
  },
  { additionalProperties: false },
);

export function resultOf({ id, fields: { status, qty_done, qty_scrapped, qty_consumed } }: Build) {
  return { build: id, status, qty_done, qty_scrapped, qty_consumed };
}

export function assemblyOf({ records }: ModuleContext, { fields }: Build): Promise<Part> {
  return records.get(part, fields.assembly);
}

/** Payload that all build events share. */
export function buildPayload({ id, title, fields: { assembly } }: Build, owner: Part) {
  return { buildId: id, partId: assembly, partName: owner.title, number: title };
}

export function assertRemaining(qty: number, most: number): void {
  if (qty > 0 && qty <= most) return;
  const message = `At most ${most} remain to be built.`;
  throw fail('conflict', message, { details: [{ path: '/input/qty', code: 'maximum', message }] });
}
