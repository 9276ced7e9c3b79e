import { compact, type RecordDraft } from '@cubit/core';
import { type ExactQuantity, exactToText, readExact } from '@cubit/decimal';
import { exactOfPart, type MeasuredPart, shownOfPart } from '../part/unit.js';
import { type Cost, costFrom, costOf, isSameCost, isUnitCost, unitCostOf } from '../stock/cost.js';
import type { StockItem, StockItemKind } from './stock-item.fields.js';

type ItemFields = StockItem['fields'];

/** The quantity without rounding, in the plain unit. Records of an earlier version have it after their upgrade. */
export function heldOf({ exact_qty, qty }: Pick<ItemFields, 'exact_qty' | 'qty'>): ExactQuantity {
  return readExact(exact_qty ?? qty);
}

export function costOfItem({ cost, unit_cost }: Pick<ItemFields, 'cost' | 'unit_cost'>): Cost | undefined {
  return cost ?? (unit_cost && costOf(unit_cost, readExact(1)));
}

/** As `costOfItem`, also of a record that was not upgraded. */
export function costIn(
  owner: MeasuredPart,
  { cost, unit_cost }: Pick<ItemFields, 'cost' | 'unit_cost'>,
): Cost | undefined {
  return cost ?? (unit_cost && costFrom(owner, unit_cost));
}

/** The fields of a record of an earlier version with the exact ones. */
export function withExactFields(fields: ItemFields, owner: MeasuredPart): ItemFields {
  const { exact_qty = exactToText(exactOfPart(owner, fields.qty)) } = fields;
  return compact({ ...fields, exact_qty, cost: costIn(owner, fields) }) as ItemFields;
}

/**
 * Sets the exact quantity and cost, or what is shown of them. Modules write the exact fields, clients the shown ones; what is shown as it was
 * keeps its exact value.
 */
export function setExactFields(draft: RecordDraft<StockItemKind>, owner: MeasuredPart): void {
  const { exact_qty, cost, unit_cost, ...rest } = draft.fields;
  const was = draft.before?.fields;
  const given = exact_qty !== undefined && exact_qty !== was?.exact_qty ? readExact(exact_qty) : undefined;
  const qty = given === undefined ? rest.qty : shownOfPart(owner, given);
  const isKept = exact_qty !== undefined && shownOfPart(owner, readExact(exact_qty)) === qty;
  draft.fields = compact({
    ...rest,
    qty,
    exact_qty: isKept ? exact_qty : exactToText(exactOfPart(owner, qty)),
    ...costFields(owner, { cost, unit_cost, was: was?.cost }),
  }) as ItemFields;
}

interface CostFields {
  readonly cost: Cost | undefined;
  readonly unit_cost: ItemFields['unit_cost'] | undefined;
  readonly was: Cost | undefined;
}

function costFields(owner: MeasuredPart, { cost, unit_cost, was }: CostFields): Pick<CostFields, 'cost' | 'unit_cost'> {
  const isShown = cost !== undefined && unit_cost !== undefined && isUnitCost(owner, cost, unit_cost);
  if (isShown) return { cost, unit_cost };
  if (cost && !isSameCost(cost, was)) return { cost, unit_cost: unitCostOf(owner, cost) };
  return { cost: unit_cost && costFrom(owner, unit_cost), unit_cost };
}
