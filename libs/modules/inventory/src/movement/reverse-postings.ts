import { heldOf } from '../stock-item/exact-fields.js';
import { part } from '../part/part.kind.js';
import { exactDeltaOf } from './reversal.js';
import { errorOf, type EventDefinition, type ModuleContext } from '@cubit/core';
import { exactToText, type ExactQuantity } from '@cubit/decimal';
import type { Settings } from '../settings.js';
import type { Part } from '../part/part.fields.js';
import { postStock, type PostingResult } from '../stock/post-stock.js';
import type { Posting } from '../stock/posting.js';
import { notOnHandReason } from '../stock/stock-target.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { movement, type Movement } from './movement.kind.js';

/** Above the number of movements of the postings in one call. */
const MAX_MOVEMENTS = 100_000;

export interface PostingReversal {
  /** Cause key of the posting to reverse. */
  readonly reverses: string;
  /** Cause key of the reversal. */
  readonly causeKey?: string | undefined;
  /** Path of the posting in the request. */
  readonly path: string;
}

/**
 * Reverses the postings of the given cause keys on the same stock items, as part of `posting`, in a constant number of statements. A key
 * without a posting, or with a reversed one, changes nothing. The caller has locked the parts, so no posting is added meanwhile.
 */
export async function reversePostings(
  context: ModuleContext<EventDefinition, Settings>,
  { posting, wanted }: { readonly posting: Posting; readonly wanted: readonly PostingReversal[] },
): Promise<void> {
  const keys = wanted.map(({ reverses }) => reverses);
  const firsts = await context.records.find(movement, { where: { cause_key: { in: keys } }, limit: keys.length });
  if (firsts.length === 0) return;
  const made = await context.records.find(movement, {
    where: { posting: { in: firsts.map(({ fields }) => fields.posting) } },
    limit: MAX_MOVEMENTS,
  });
  const open = made.filter(({ fields }) => fields.reversed_by === undefined && fields.qty_delta !== 0);
  await context.records.lock(
    stockItem,
    open.flatMap(({ fields }) => fields.stock_item ?? []),
  );
  const parts = await context.records.getMany(
    part,
    open.map(({ fields }) => fields.part),
  );
  const byPosting = new Map(
    firsts.map(({ fields }) => [fields.posting, wanted.find(({ reverses }) => reverses === fields.cause_key)]),
  );
  const steps = open.flatMap((line) => {
    const want = byPosting.get(line.fields.posting);
    return want ? [{ line, want, isFirst: line.fields.cause_key === want.reverses }] : [];
  });
  for (const round of batchesOf(steps, ({ line }) => line.fields.stock_item ?? '')) {
    const items = await context.records.getMany(
      stockItem,
      round.map(({ line }) => line.fields.stock_item ?? ''),
    );
    await context.records.updateMany(
      stockItem,
      round.map(({ line, want, isFirst }) => ({
        id: line.fields.stock_item ?? '',
        fields: {
          exact_qty: exactToText(
            remainingQty(context, {
              line,
              owner: parts.get(line.fields.part),
              item: items.get(line.fields.stock_item ?? ''),
              path: want.path,
            }),
          ),
        },
        note: posting.note('reverse', { reverses: line.id, causeKey: isFirst ? want.causeKey : undefined }),
        path: () => want.path,
      })),
    );
  }
}

/** Reverses one posting of a part. The result is that of an action on stock. */
export async function reversePosting(
  context: ModuleContext<EventDefinition, Settings>,
  owner: Part,
  {
    reverses,
    reason,
    causeKey,
  }: Pick<PostingReversal, 'reverses' | 'causeKey'> & { readonly reason: string | undefined },
): Promise<PostingResult> {
  const postings: Posting[] = [];
  const details = { type: 'reverse', reason, causeKey } as const;
  const result = await postStock(context, { part: owner, details }, (posting) => {
    postings.push(posting);
    return reversePostings(context, { posting, wanted: [{ reverses, causeKey, path: '/input/reverses' }] });
  });
  for (const posting of postings) await linkReversals(context, posting);
  return result;
}

/** Sets `reversed_by` of the reversed movements, so that none is reversed twice, and returns them. */
export function linkReversals(context: ModuleContext, { movements }: Posting): Promise<readonly Movement[]> {
  return context.records.updateMany(
    movement,
    movements.flatMap(({ id, fields: { reverses } }) =>
      reverses === undefined ? [] : [{ id: reverses, fields: { reversed_by: id } }],
    ),
  );
}

interface ReversedLine {
  readonly line: Movement;
  readonly owner: Part | undefined;
  readonly item: StockItem | undefined;
  readonly path: string;
}

function remainingQty(
  context: ModuleContext<EventDefinition, Settings>,
  { line, owner, item, path }: ReversedLine,
): ExactQuantity {
  const refuse = (message: string) =>
    errorOf('insufficient_stock', message, { details: [{ path, code: 'insufficient_stock', message }] });
  if (!item || !owner) throw refuse('The stock item was deleted.');
  const reason = notOnHandReason(item);
  if (reason !== null) throw refuse(`The stock item is no longer on hand: ${reason}.`);
  const held = heldOf(item.fields);
  const left = held - exactDeltaOf(owner, line);
  if (left < 0n && left < held && !context.settings.allow_negative)
    throw refuse(`${line.fields.qty_delta} were added, but only ${item.fields.qty} are left.`);
  return left;
}

/** A statement can write a record only once, so each batch has at most one line per stock item. */
function batchesOf<Step>(steps: readonly Step[], keyOf: (step: Step) => string): readonly (readonly Step[])[] {
  const rounds: Step[][] = [];
  const seen = new Map<string, number>();
  for (const step of steps) {
    const turn = seen.get(keyOf(step)) ?? 0;
    seen.set(keyOf(step), turn + 1);
    (rounds[turn] ??= []).push(step);
  }
  return rounds;
}
