import { Field, validationFailed, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { part } from '../part/part.kind.js';
import type { Build } from './build.fields.js';
import type { Part } from '../part/part.kind.js';

/** What an action on a build answers: how far it is. */
export const buildResult = Type.Object(
  {
    build: Field.ref('inventory:build'),
    status: Type.String(),
    qty_done: Type.Number(),
    qty_scrapped: Type.Number(),
    qty_consumed: Type.Number(),
    stock_items: Type.Optional(Type.Array(Type.String({ format: 'uuid' }))),
    duplicate: Type.Optional(Type.Boolean({ description: 'The cause key was posted before; nothing was changed.' })),
  },
  { additionalProperties: false },
);

export function resultOf({ id, fields: { status, qty_done, qty_scrapped, qty_consumed } }: Build) {
  return { build: id, status, qty_done, qty_scrapped, qty_consumed };
}

export function assemblyOf({ records }: ModuleContext, { fields }: Build): Promise<Part> {
  return records.get(part, fields.assembly);
}

/** What events of builds say of the build. */
export function saidOf({ id, title, fields: { assembly } }: Build, owner: Part) {
  return { buildId: id, partId: assembly, partName: owner.title, number: title };
}

export function assertAtMost(qty: number, most: number): void {
  if (qty > 0 && qty <= most) return;
  const message = `${most} are still to be made.`;
  throw validationFailed([{ path: '/input/qty', code: 'maximum', message }]);
}
