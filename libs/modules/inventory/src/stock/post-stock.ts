import { compact, fail, Field, type ModuleContext } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { movement, type Movement } from '../movement/movement.kind.js';
import { part, type Part } from '../part/part.kind.js';
import { MOVEMENT_TYPES } from './movement-type.js';
import { totalOf } from './pick-stock.js';
import { Posting, type PostingDetails } from './posting.js';
import { settle } from './settle.js';

/** What an action on stock answers. */
export const postingResult = Type.Object(
  {
    part: Field.ref('inventory:part'),
    qty_delta: Type.Number({ description: 'What came to the stock (or, negative, went from it).' }),
    on_hand: Type.Number(),
    available: Type.Number(),
    movements: Type.Array(
      Type.Object(
        {
          id: Type.String({ format: 'uuid' }),
          type: Type.Unsafe<string>({ type: 'string', enum: MOVEMENT_TYPES }),
          stock_item: Type.Optional(Type.String({ format: 'uuid' })),
          qty_delta: Type.Number(),
          qty_after: Type.Number(),
        },
        { additionalProperties: false },
      ),
    ),
    duplicate: Type.Optional(
      Type.Boolean({ description: 'The cause key was posted before: this is that posting, and nothing was changed.' }),
    ),
  },
  { additionalProperties: false },
);
export type PostingResult = Static<typeof postingResult>;

/** Runs writes of stock that belong together, and settles what they do to parts when all are made. */
export async function postStock(
  context: ModuleContext,
  { part: owner, details }: { readonly part: Part; readonly details: PostingDetails },
  work: (posting: Posting) => Promise<unknown>,
): Promise<PostingResult> {
  const earlier = await earlierPosting(context, owner, details);
  if (earlier) return earlier;
  const posting = new Posting(details);
  await work(posting);
  await settle(context, posting);
  return resultOf(context, owner, posting.movements);
}

/** The part is held, so two postings of one key come here one after the other, and the second finds the first. */
async function earlierPosting(
  context: ModuleContext,
  owner: Part,
  { causeKey, cause }: PostingDetails,
): Promise<PostingResult | null> {
  if (causeKey === undefined) return null;
  const [first] = await context.records.find(movement, { where: { cause_key: causeKey }, limit: 1 });
  if (!first) return null;
  // The posting of a build is of many parts; what it was for tells whose it is.
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
    movements: movements.map(({ id, fields: { type, stock_item, qty_delta, qty_after } }) =>
      compact({ id, type, stock_item, qty_delta, qty_after }),
    ),
  };
}
