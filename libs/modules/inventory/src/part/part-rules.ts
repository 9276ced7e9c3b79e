import { type ErrorDetail, fail, type KindHookContext, type RecordDraft, validationFailed } from '@cubit/core';
import { checkGtin, type GtinCheck } from '@cubit/barcodes';
import { isConvertible } from '@cubit/units';
import { category } from '../category/category.kind.js';
import { movement } from '../movement/movement.kind.js';
import type { PartKind } from './part.fields.js';
import { DEFAULT_UNIT } from './unit.js';

type Drafts = readonly RecordDraft<PartKind>[];

/** Gives parts without a unit the default unit of their category, else `pcs`. */
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

/** Refuses article numbers with a wrong check digit, and stores them without separators. */
export function checkArticleNumbers(drafts: Drafts): void {
  const faults: ErrorDetail[] = [];
  for (const draft of drafts) {
    const { gtin } = draft.fields;
    if (gtin === undefined || draft.operation === 'delete' || draft.before?.fields.gtin === gtin) continue;
    const checked = checkGtin(gtin);
    if ('gtin' in checked) draft.fields = { ...draft.fields, gtin: checked.gtin };
    else faults.push({ path: draft.path('gtin'), ...gtinFault(gtin, checked) });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

function gtinFault(gtin: string, checked: Exclude<GtinCheck, { readonly gtin: string }>) {
  if (checked.fault === 'length') return { code: 'format', message: 'An article number has 8, 12, 13 or 14 digits.' };
  return { code: 'check_digit', message: `The check digit of ${gtin} is wrong. ${checked.expected} would be right.` };
}

/** Refuses packs that are named twice, as the unit of the part, or as a unit that converts into it: `kg` of a part in `g` is 1000 of it. */
export function checkPacks(drafts: Drafts): void {
  const faults = drafts.flatMap(({ operation, before, fields, path }): ErrorDetail[] => {
    const { packs = [], unit = DEFAULT_UNIT } = fields;
    if (operation === 'delete') return [];
    const names = [unit, ...packs.map((pack) => pack.unit)].map((name) => name.trim().toLowerCase());
    // Packs of an earlier version that have a fault stay, so that the rest of their part can be changed.
    const known = before?.fields.unit === unit ? (before.fields.packs ?? []) : [];
    return packs.flatMap((pack, index) => {
      const at = `${path('packs')}/${index}/unit`;
      if (names.indexOf(names[index + 1] ?? '') !== index + 1)
        return [{ path: at, code: 'duplicate', message: `'${pack.unit}' is named twice.` }];
      if (known.some((one) => one.unit === pack.unit) || !isConvertible({ from: pack.unit, to: unit })) return [];
      const message = `'${pack.unit}' is a unit of measure that converts into '${unit}'. Give the pack another name.`;
      return [{ path: at, code: 'unit_of_measure', message }];
    });
  });
  if (faults.length > 0) throw validationFailed(faults);
}

/** Refuses a new unit once stock has moved: the quantities in the ledger are in the old unit. */
export async function refuseUnitChange(context: KindHookContext, drafts: Drafts): Promise<void> {
  const changed = drafts.filter(
    ({ operation, before, fields }) => operation === 'update' && before?.fields.unit !== fields.unit,
  );
  const moved = await draftsWithMovements(context, changed);
  if (moved.length === 0) return;
  const message =
    'The unit cannot be changed, because the part has stock movements. Create a new part for another unit.';
  throw fail('conflict', message, {
    details: moved.map((draft) => ({ path: draft.path('unit'), code: 'unit_in_use', message })),
  });
}

/** Refuses to delete parts with stock movements: the ledger is permanent and refers to them. */
export async function refuseUsedParts(context: KindHookContext, drafts: Drafts): Promise<void> {
  const moved = await draftsWithMovements(
    context,
    drafts.filter(({ operation }) => operation === 'delete'),
  );
  if (moved.length === 0) return;
  const message = 'The part has stock movements and cannot be deleted. Retire it instead.';
  throw fail('in_use', message, {
    details: moved.map((draft) => ({ path: draft.path('').replace(/\/fields\/$/, ''), code: 'in_use', message })),
  });
}

async function draftsWithMovements(context: KindHookContext, drafts: Drafts): Promise<Drafts> {
  if (drafts.length === 0) return [];
  const counts = await context.records.sum(movement, 'qty_delta', {
    where: { part: { in: drafts.map(({ id }) => id) } },
    by: 'part',
  });
  return drafts.filter(({ id }) => counts.has(id));
}
