import {
  addAmounts,
  Field,
  foreignKind,
  moneyOf,
  negateAmounts,
  tally,
  type Amounts,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
  type RecordOf,
} from '@cubit/core';
import { Type } from 'typebox';
import { notEmpty } from '../errors.js';
import { sameValue } from '../plan/same-value.js';

const amounts = (description: string) =>
  tally(Field.json(Type.Unsafe<Amounts>(Type.Record(Type.String(), Type.String())), { description }));

/** What lies in a location. Whoever keeps things there adds them to it (`direct` and `total`) and to all that it lies in (`total`). */
export const tallyFields = {
  above: Type.Optional(
    tally(
      Field.json(Type.Array(Type.String()), { description: 'Ids of the locations that it lies in, from the top.' }),
    ),
  ),
  item_count_direct: tally(Field.integer({ default: 0, description: 'Stock items that lie in it itself.' })),
  item_count_total: tally(
    Field.integer({ default: 0, description: 'Stock items that lie in it or in what it contains.' }),
  ),
  value_total: Type.Optional(
    tally(
      Field.money({
        description: 'What all stock in it cost. Absent without costs, or with several currencies.',
      }),
    ),
  ),
  empty: tally(Field.boolean({ default: true, description: 'No stock lies in it, nor in what it contains.' })),
  worth_direct: Type.Optional(amounts('What the stock in it itself cost, by currency, exactly.')),
  worth_total: Type.Optional(amounts('What all stock in it cost, by currency, exactly.')),
};

const counted = foreignKind('spaces:location', Type.Object({ ...tallyFields, holds_stock: Field.boolean() }));
type Counted = typeof counted;

interface Content {
  readonly items: number;
  readonly worth: Amounts;
}
const NOTHING: Content = { items: 0, worth: {} };

/** What follows from how much there is. */
export function deriveTallies(drafts: readonly RecordDraft<Counted>[]): void {
  for (const draft of drafts) {
    const { value_total: _, ...fields } = draft.fields;
    const value = moneyOf(fields.worth_total ?? {});
    draft.fields = {
      ...fields,
      empty: (fields.item_count_total ?? 0) === 0,
      ...(value === undefined ? {} : { value_total: value }),
    };
  }
}

/** A location that stock lies in itself does not cease to take any. */
export function refuseClosing(drafts: readonly RecordDraft<Counted>[]): void {
  for (const { operation, before, fields, path } of drafts) {
    const closes = operation === 'update' && before?.fields.holds_stock === true && !fields.holds_stock;
    if (!closes || fields.item_count_direct === 0) continue;
    throw notEmpty(path('holds_stock'), 'holds_stock', `${fields.item_count_direct} stock items lie in it.`);
  }
}

/**
 * What lies in a location that is moved is no longer in what it lay in, and is in what it lies in now. All below a moved location is written
 * with it, so each stands for what lies in it itself.
 */
export function followMoves(context: KindHookContext, changes: readonly RecordChange<Counted>[]): void {
  for (const { before, after } of changes) {
    const content = contentOf(after);
    if (before === null || isNothing(content)) continue;
    const [from, to] = [before.fields.above ?? [], after.fields.above ?? []];
    if (sameValue(from, to)) continue;
    const deltas = new Map<string, Content>();
    for (const id of to) if (!from.includes(id)) deltas.set(id, content);
    for (const id of from) if (!to.includes(id)) deltas.set(id, negated(content));
    context.atEnd('tallies', deltas, (all) => addToTotals(context, all));
  }
}

async function addToTotals({ records }: KindHookContext, all: readonly ReadonlyMap<string, Content>[]): Promise<void> {
  const sums = new Map<string, Content>();
  for (const [id, content] of all.flatMap((deltas) => [...deltas])) sums.set(id, sum(sums.get(id) ?? NOTHING, content));
  const moved = [...sums].filter(([, content]) => !isNothing(content));
  await records.updateEach(
    counted,
    moved.map(([id]) => id),
    ({ id, fields: { item_count_total: items = 0, worth_total: worth = {} } }) => {
      const total = sum({ items, worth }, sums.get(id) ?? NOTHING);
      return { item_count_total: total.items, worth_total: total.worth };
    },
  );
}

function contentOf({ fields: { item_count_direct: items = 0, worth_direct: worth = {} } }: RecordOf<Counted>): Content {
  return { items, worth };
}

function sum(one: Content, other: Content): Content {
  return { items: one.items + other.items, worth: addAmounts(one.worth, other.worth) };
}

function negated({ items, worth }: Content): Content {
  return { items: -items, worth: negateAmounts(worth) };
}

function isNothing({ items, worth }: Content): boolean {
  return items === 0 && Object.keys(worth).length === 0;
}
