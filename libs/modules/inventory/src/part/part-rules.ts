import { fail, type KindHookContext, type RecordDraft } from '@cubit/core';
import { category } from '../category/category.kind.js';
import { movement } from '../movement/movement.kind.js';
import type { PartKind } from './part.kind.js';
import { DEFAULT_UNIT } from './unit.js';

type Drafts = readonly RecordDraft<PartKind>[];

/** A part without a unit has that of its category. */
export async function setUnits(context: KindHookContext, drafts: Drafts): Promise<void> {
  const open = drafts.filter(({ operation, fields }) => operation !== 'delete' && fields.unit === undefined);
  if (open.length === 0) return;
  const categories = await context.records.getMany(
    category,
    open.flatMap(({ fields }) => fields.category ?? []),
  );
  for (const draft of open) {
    const unit = categories.get(draft.fields.category ?? '')?.fields.default_unit ?? DEFAULT_UNIT;
    draft.fields = { ...draft.fields, unit };
  }
}

/** Quantities are in the unit: once there are some, another unit would make them wrong. */
export async function refuseUnitChange(context: KindHookContext, drafts: Drafts): Promise<void> {
  const changed = drafts.filter(
    ({ operation, before, fields }) => operation === 'update' && before?.fields.unit !== fields.unit,
  );
  const moved = await movedAmong(context, changed);
  if (moved.length === 0) return;
  const message = 'Stock of the part has moved in its present unit; make a new part for another unit.';
  throw fail('conflict', message, {
    details: moved.map((draft) => ({ path: draft.path('unit'), code: 'unit_in_use', message })),
  });
}

/** The ledger is for good, and so is what it is about. */
export async function refuseUsedParts(context: KindHookContext, drafts: Drafts): Promise<void> {
  const moved = await movedAmong(
    context,
    drafts.filter(({ operation }) => operation === 'delete'),
  );
  if (moved.length === 0) return;
  const message = 'Stock of the part has moved; retire the part in place of deleting it.';
  throw fail('in_use', message, {
    details: moved.map((draft) => ({ path: draft.path('').replace(/\/fields\/$/, ''), code: 'in_use', message })),
  });
}

async function movedAmong(context: KindHookContext, drafts: Drafts): Promise<Drafts> {
  if (drafts.length === 0) return [];
  const counts = await context.records.sum(movement, 'qty_delta', {
    where: { part: { in: drafts.map(({ id }) => id) } },
    by: 'part',
  });
  return drafts.filter(({ id }) => counts.has(id));
}
