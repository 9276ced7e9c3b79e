import { fail, subtractDecimals, type ModuleContext } from '@cubit/core';
import { allowsNegative } from '../settings.js';
import type { Part } from '../part/part.kind.js';
import { postStock, type PostingResult } from '../stock/post-stock.js';
import type { Posting } from '../stock/posting.js';
import { whyNotThere } from '../stock/stock-target.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { movement, type Movement } from './movement.kind.js';

/** More lines than postings that are taken back together have. */
const MAX_MOVEMENTS = 100_000;

export interface TakeBack {
  /** The cause key of the posting that is taken back. */
  readonly reverses: string;
  /** The key of taking it back. */
  readonly causeKey?: string | undefined;
  /** Where the caller named it. */
  readonly path: string;
}

/**
 * Takes back what cause keys have posted, from the very items that the stock came to, into `posting`: a few statements however many
 * there are. A key that posted nothing, or was taken back already, changes nothing. The parts are held, so that none posts meanwhile.
 */
export async function takeBack(
  context: ModuleContext,
  { posting, wanted }: { readonly posting: Posting; readonly wanted: readonly TakeBack[] },
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
  const byPosting = new Map(
    firsts.map(({ fields }) => [fields.posting, wanted.find(({ reverses }) => reverses === fields.cause_key)]),
  );
  const steps = open.flatMap((line) => {
    const want = byPosting.get(line.fields.posting);
    return want ? [{ line, want, isFirst: line.fields.cause_key === want.reverses }] : [];
  });
  for (const round of roundsOf(steps, ({ line }) => line.fields.stock_item ?? '')) {
    const items = await context.records.getMany(
      stockItem,
      round.map(({ line }) => line.fields.stock_item ?? ''),
    );
    await context.records.updateMany(
      stockItem,
      round.map(({ line, want, isFirst }) => ({
        id: line.fields.stock_item ?? '',
        fields: { qty: leftOf(context, { line, item: items.get(line.fields.stock_item ?? ''), path: want.path }) },
        note: posting.note('reverse', { reverses: line.id, causeKey: isFirst ? want.causeKey : undefined }),
        path: () => want.path,
      })),
    );
  }
}

/** One posting of a part: answers as any action on stock does. */
export async function takeBackOne(
  context: ModuleContext,
  owner: Part,
  { reverses, reason, causeKey }: Pick<TakeBack, 'reverses' | 'causeKey'> & { readonly reason: string | undefined },
): Promise<PostingResult> {
  const postings: Posting[] = [];
  const details = { type: 'reverse', reason, causeKey } as const;
  const result = await postStock(context, { part: owner, details }, (posting) => {
    postings.push(posting);
    return takeBack(context, { posting, wanted: [{ reverses, causeKey, path: '/input/reverses' }] });
  });
  for (const posting of postings) await markTakenBack(context, posting);
  return result;
}

/** Each line that took back another is named by it, so that nothing is taken back twice. */
export async function markTakenBack(context: ModuleContext, { movements }: Posting): Promise<void> {
  await context.records.updateMany(
    movement,
    movements.flatMap(({ id, fields: { reverses } }) =>
      reverses === undefined ? [] : [{ id: reverses, fields: { reversed_by: id } }],
    ),
  );
}

interface Taking {
  readonly line: Movement;
  readonly item: StockItem | undefined;
  readonly path: string;
}

function leftOf(context: ModuleContext, { line, item, path }: Taking): number {
  const refuse = (message: string) =>
    fail('insufficient_stock', message, { details: [{ path, code: 'insufficient_stock', message }] });
  if (!item) throw refuse('The stock item is gone.');
  const reason = whyNotThere(item);
  if (reason !== null) throw refuse(`The stock is not there any more: ${reason}.`);
  const { qty } = item.fields;
  const left = subtractDecimals(qty, line.fields.qty_delta);
  if (left < 0 && left < qty && !allowsNegative(context.settings))
    throw refuse(`Of ${line.fields.qty_delta} that came in, ${qty} are left.`);
  return left;
}

/** One record is written once in a statement: lines of the same item come one after the other. */
function roundsOf<Step>(steps: readonly Step[], keyOf: (step: Step) => string): readonly (readonly Step[])[] {
  const rounds: Step[][] = [];
  const seen = new Map<string, number>();
  for (const step of steps) {
    const turn = seen.get(keyOf(step)) ?? 0;
    seen.set(keyOf(step), turn + 1);
    (rounds[turn] ??= []).push(step);
  }
  return rounds;
}
