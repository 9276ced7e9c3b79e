import {
  compact,
  Field,
  foreignKind,
  type KindHookContext,
  type ModuleContext,
  type RecordDraft,
  validationFailed,
} from '@cubit/core';
import { Type } from 'typebox';
import { part } from '../part/part.kind.js';
import { locationsBelow } from '../stock/locations-below.js';
import { place } from '../stock/place.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { PRESENT_STATUSES } from '../stock-item/stock-status.js';
import type { CountKind, CountLine, CountScope } from './count.fields.js';

/** Limit of stock items per count: the lines are stored as one document. */
export const MAX_LINES = 5_000;
const MAX_FOUND = 100_000;
const MAX_DEPTH = 64;
const group = foreignKind(
  'inventory:category',
  Type.Object({ parent: Type.Optional(Field.ref('inventory:category')) }),
);

/** Sets the lines of new counts to the stock items that are in the scope now. */
export async function setLines(context: KindHookContext, drafts: readonly RecordDraft<CountKind>[]): Promise<void> {
  const itemsOf = new Map<string, readonly StockItem[]>();
  for (const draft of drafts) {
    if (draft.operation !== 'create') continue;
    const { scope, blind } = draft.fields;
    const key = JSON.stringify(scope);
    if (!itemsOf.has(key)) await refuseUnknownScope(context, scope, draft.path('scope'));
    const items = itemsOf.get(key) ?? (await itemsIn(context, scope));
    itemsOf.set(key, items);
    if (items.length > MAX_LINES) {
      const message = `The scope has more than ${MAX_LINES} stock items. Divide it into several counts.`;
      throw validationFailed([{ path: draft.path('scope'), code: 'too_many', message }]);
    }
    draft.fields = { ...draft.fields, lines: items.map((item) => lineOf(item, blind)) };
  }
}

async function refuseUnknownScope({ records }: ModuleContext, scope: CountScope, path: string): Promise<void> {
  const known = {
    locations: await records.getMany(place, scope.locations ?? []),
    categories: await records.getMany(group, scope.categories ?? []),
    parts: await records.getMany(part, scope.parts ?? []),
  };
  const faults = (['locations', 'categories', 'parts'] as const).flatMap((name) =>
    (scope[name] ?? []).flatMap((id, index) => {
      const message = 'The record does not exist.';
      return known[name].has(id) ? [] : [{ path: `${path}/${name}/${index}`, code: 'unknown_reference', message }];
    }),
  );
  if (faults.length > 0) throw validationFailed(faults);
}

function lineOf({ id, fields }: StockItem, blind: boolean): CountLine {
  const { part: of, location, lot, serial, qty, status } = fields;
  const lost = status === 'lost' ? true : undefined;
  return compact({
    stock_item: id,
    part: of,
    location,
    lot,
    serial,
    lost,
    expected: blind ? undefined : lost ? 0 : qty,
  });
}

/** Sorted by location, then by age. Installed items and items on loan cannot be counted. */
async function itemsIn(context: ModuleContext, scope: CountScope): Promise<readonly StockItem[]> {
  const places = scope.locations === undefined ? null : [...(await locationsBelow(context, scope.locations))];
  const parts = await partsIn(context, scope);
  return context.records.find(stockItem, {
    where: {
      status: { in: [...PRESENT_STATUSES, 'lost'] },
      qty: { gt: 0 },
      installed_in: null,
      loan: null,
      ...(places === null ? {} : { location: { in: places } }),
      ...(parts === null ? {} : { part: { in: parts } }),
    },
    sort: 'location',
    limit: MAX_LINES + 1,
  });
}

async function partsIn(context: ModuleContext, { categories, parts }: CountScope): Promise<readonly string[] | null> {
  if (categories === undefined) return parts ?? null;
  const groups = await groupsBelow(context, categories);
  const found = await context.records.find(part, { where: { category: { in: groups } }, limit: MAX_FOUND });
  const ids = found.map(({ id }) => id);
  return parts === undefined ? ids : ids.filter((id) => parts.includes(id));
}

async function groupsBelow({ records }: ModuleContext, ids: readonly string[]): Promise<readonly string[]> {
  const found = new Set(ids);
  let level: readonly string[] = ids;
  for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth += 1) {
    const below = await records.find(group, { where: { parent: { in: level } }, limit: MAX_FOUND });
    level = below.map(({ id }) => id).filter((id) => !found.has(id));
    for (const id of level) found.add(id);
  }
  return [...found];
}
