import { addAmounts, type Amounts, singleAmount, negateAmounts } from '@cubit/decimal';
import {
  Field,
  foreignKind,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
  type RecordOf,
  rollup,
} from '@cubit/core';
import { Type } from 'typebox';
import { notEmpty } from '../errors.js';
import { sameValue } from '../plan/same-value.js';

const amounts = (description: string) =>
  rollup(
    Field.json(Type.Unsafe<Amounts>(Type.Record(Type.String(), Type.String())), { description, ui: { hidden: true } }),
  );

/** Rollups of the content of a location. Modules that store things there add them to the location (`direct` and `total`) and to all locations above it (`total`). */
export const rollupFields = {
  above: Type.Optional(
    rollup(
      Field.json(Type.Array(Type.String()), {
        title: 'Above',
        ui: { hidden: true },
        description: 'Ids of the locations above it, from the top.',
      }),
    ),
  ),
  item_count_direct: rollup(
    Field.integer({
      title: 'Stock items here',
      default: 0,
      description: 'Number of stock items directly in the location.',
    }),
  ),
  item_count_total: rollup(
    Field.integer({
      title: 'Stock items',
      default: 0,
      description: 'Number of stock items in the location and below it.',
    }),
  ),
  value_total: Type.Optional(
    rollup(
      Field.money({
        title: 'Value total',
        description: 'Cost of all stock in the location and below it. Absent without costs or with several currencies.',
      }),
    ),
  ),
  empty: rollup(
    Field.boolean({ title: 'Empty', default: true, description: 'No stock is in the location or below it.' }),
  ),
  worth_direct: Type.Optional(
    Field.titled('Value here', amounts('Cost of the stock directly in the location, by currency, exact.')),
  ),
  worth_total: Type.Optional(
    Field.titled('Exact total value', amounts('Cost of all stock in the location and below it, by currency, exact.')),
  ),
};

const counted = foreignKind('spaces:location', Type.Object({ ...rollupFields, holds_stock: Field.boolean() }));
type Counted = typeof counted;

interface Content {
  readonly items: number;
  readonly worth: Amounts;
}
const NO_CONTENT: Content = { items: 0, worth: {} };

/** Derives `empty` and `value_total` from the rollups. */
export function deriveFromRollups(drafts: readonly RecordDraft<Counted>[]): void {
  for (const draft of drafts) {
    const { value_total: _, ...fields } = draft.fields;
    const value = singleAmount(fields.worth_total ?? {});
    draft.fields = {
      ...fields,
      empty: (fields.item_count_total ?? 0) === 0,
      ...(value === undefined ? {} : { value_total: value }),
    };
  }
}

/** Refuses to clear `holds_stock` while stock is directly in the location. */
export function refuseDisablingStock(drafts: readonly RecordDraft<Counted>[]): void {
  for (const { operation, before, fields, path } of drafts) {
    const closes = operation === 'update' && before?.fields.holds_stock === true && !fields.holds_stock;
    if (!closes || fields.item_count_direct === 0) continue;
    throw notEmpty(path('holds_stock'), 'holds_stock', `${fields.item_count_direct} stock items are in the location.`);
  }
}

/**
 * Moves the content of a moved location from the totals of its former parents to those of its new ones. Every location below it is written too
 * and accounts for its own direct content.
 */
export function moveRollups(context: KindHookContext, changes: readonly RecordChange<Counted>[]): void {
  for (const { before, after } of changes) {
    const content = contentOf(after);
    if (before === null || isEmpty(content)) continue;
    const [from, to] = [before.fields.above ?? [], after.fields.above ?? []];
    if (sameValue(from, to)) continue;
    const deltas = new Map<string, Content>();
    for (const id of to) if (!from.includes(id)) deltas.set(id, content);
    for (const id of from) if (!to.includes(id)) deltas.set(id, negated(content));
    context.beforeCommit('rollups', deltas, (all) => addToTotals(context, all));
  }
}

async function addToTotals({ records }: KindHookContext, all: readonly ReadonlyMap<string, Content>[]): Promise<void> {
  const sums = new Map<string, Content>();
  for (const [id, content] of all.flatMap((deltas) => [...deltas]))
    sums.set(id, sum(sums.get(id) ?? NO_CONTENT, content));
  const moved = [...sums].filter(([, content]) => !isEmpty(content));
  await records.updateEach(
    counted,
    moved.map(([id]) => id),
    ({ id, fields: { item_count_total: items = 0, worth_total: worth = {} } }) => {
      const total = sum({ items, worth }, sums.get(id) ?? NO_CONTENT);
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

function isEmpty({ items, worth }: Content): boolean {
  return items === 0 && Object.keys(worth).length === 0;
}
