import { compact, fail, Field, type ModuleContext } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { movement, type Movement } from '../movement/movement.kind.js';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { MOVEMENT_TYPES } from './movement-type.js';
import { totalOf } from './pick-stock.js';
import { Posting, type PostingDetails } from './posting.js';
import { writePosting } from './write-posting.js';

/** Output of an action on stock. */
export const postingResult = Type.Object(
  {
    part: Field.ref('inventory:part'),
    qty_delta: Type.Number({ description: 'Change of the quantity; negative if stock was removed.' }),
    on_hand: Type.Number(),
    available: Type.Number(),
    movements: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          type: Type.Unsafe<string>({ type: 'string', enum: MOVEMENT_TYPES }),
          part: Type.Optional(Field.ref('inventory:part')),
          stock_item: Type.Optional(Type.String({ format: 'uuid' })),
          qty_delta: Type.Number(),
          qty_after: Type.Number(),
          over: Type.Optional(Type.Number({ description: 'Quantity consumed beyond what was recorded.' })),
        },
        { additionalProperties: false },
      ),
    ),
    duplicate: Type.Optional(
      Type.Boolean({
        description:
          'True if the cause key was posted before. The result is that of the first posting, and nothing was changed.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type PostingResult = Static<typeof postingResult>;

/** Runs writes of stock as one posting, then updates parts and writes the ledger once. A repeated cause key returns the first posting. */
export async function postStock(
  context: ModuleContext,
  { part: owner, details }: { readonly part: Part; readonly details: PostingDetails },
  work: (posting: Posting) => Promise<unknown>,
): Promise<PostingResult> {
  const earlier = await earlierPosting(context, owner, details);
  if (earlier) return earlier;
  const posting = new Posting(details);
  await work(posting);
  await writePosting(context, posting);
  return resultOf(context, owner, posting.movements);
}

/** The part is locked, so of two concurrent postings with one key the second finds the first. */
async function earlierPosting(
  context: ModuleContext,
  owner: Part,
  { causeKey, cause }: PostingDetails,
): Promise<PostingResult | null> {
  if (causeKey === undefined) return null;
  const [first] = await context.records.find(movement, { where: { cause_key: causeKey }, limit: 1 });
  if (!first) return null;
  // A posting of a build has lines of many parts; its cause identifies the build.
  const isOfBuild = cause?.kind === 'inventory:build' && first.fields.cause?.id === cause.id;
  if (first.fields.part !== owner.id && !isOfBuild) {
    const message = `The cause key '${causeKey}' was posted for another part.`;
    throw fail('already_exists', message, {
      details: [{ path: '/input/cause_key', code: 'already_exists', message }],
    });
  }
  const movements = await context.records.find(movement, { where: { posting: first.fields.posting } });
  return { ...(await resultOf(context, owner, movements)), duplicate: true };
}

async function resultOf(
  context: ModuleContext,
  { id: partId }: Part,
  movements: readonly Movement[],
): Promise<PostingResult> {
  const { on_hand, available } = (await context.records.get(part, partId)).fields;
  const deltas = movements.map(({ fields }) => fields.qty_delta);
  return {
    part: partId,
    qty_delta: totalOf(deltas),
    on_hand,
    available,
    movements: movements.map(({ id, fields: { type, part: of, stock_item, qty_delta, qty_after, over } }) =>
      compact({ id, type, part: of, stock_item, qty_delta, qty_after, over }),
    ),
  };
}
