import { type MeasuredPart, exactOfPart } from '../part/unit.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { type CubitError, errorOf, type EventDefinition, type ModuleContext, compact } from '@cubit/core';
import { readExact, type ExactQuantity, exactToText } from '@cubit/decimal';
import type { Settings } from '../settings.js';
import type { MovementType } from '../stock/movement-type.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import type { Movement } from './movement.kind.js';

/** Movements that `inventory:reverse` refuses, and what to do instead. */
const COUNTERPARTS: Partial<Record<MovementType, string>> = {
  split: 'merge the items',
  merge: 'split the item',
  serialize: 'it cannot be undone',
  install: 'uninstall the item',
  uninstall: 'install the item',
  build_output: 'reverse the output of the build',
  build_consume: 'reverse the output of the build',
  reserve: 'release the reservation',
  release: 'reserve again',
  reverse: 'post it again',
};

export function conflict(message: string, code: string): CubitError {
  return errorOf('conflict', message, { details: [{ path: '/record', code, message }] });
}

/** Why a movement cannot be reversed; null if it can. */
export function irreversibleError({ fields: { type, reversed_by } }: Movement): CubitError | null {
  if (reversed_by !== undefined) return conflict('The movement is already reversed.', 'reversed');
  const other = COUNTERPARTS[type];
  return other === undefined
    ? null
    : conflict(`Movements of type '${type}' cannot be reversed: ${other}.`, 'not_reversible');
}

/** Why the stock item no longer has the state after the movement; null if it has. */
export function changedSinceError(
  settings: Settings,
  { fields: was }: Movement,
  { fields: is }: StockItem,
): CubitError | null {
  const isTooLittle =
    was.exact_delta === undefined
      ? was.qty_delta > 0 && is.qty < was.qty_delta
      : readExact(was.exact_delta) > 0n && heldOf(is) < readExact(was.exact_delta);
  if (isTooLittle && !settings.allow_negative) {
    const message = `The movement added ${was.qty_delta}, but only ${is.qty} are left in the stock item.`;
    return errorOf('insufficient_stock', message, {
      details: [{ path: '/record', code: 'insufficient_stock', message }],
    });
  }
  if (was.status_to !== undefined && is.status !== was.status_to)
    return conflict(`The status of the stock item is now '${is.status}', not '${was.status_to}'.`, 'changed_since');
  const isMoved = was.type === 'move' && is.location !== was.to_location;
  return isMoved ? conflict('The stock item was moved again afterwards.', 'changed_since') : null;
}

type Patch = { readonly [Name in 'exact_qty' | 'status' | 'location']?: StockItem['fields'][Name] | null };

/** Change of the quantity of a movement, in plain units. */
export function exactDeltaOf(owner: MeasuredPart, { fields }: Movement): ExactQuantity {
  return fields.exact_delta === undefined ? exactOfPart(owner, fields.qty_delta) : readExact(fields.exact_delta);
}

interface Reversal {
  readonly owner: MeasuredPart;
  readonly movement: Movement;
  readonly item: StockItem;
}

/** The patch that restores the stock item to its state before the movement. Throws `409` if it has changed since. */
export function reversalPatch(
  { settings }: ModuleContext<EventDefinition, Settings>,
  { owner, movement, item }: Reversal,
): Patch {
  const changed = changedSinceError(settings, movement, item);
  if (changed) throw changed;
  const { fields: was } = movement;
  const delta = exactDeltaOf(owner, movement);
  return {
    ...compact({
      exact_qty: delta === 0n ? undefined : exactToText(heldOf(item.fields) - delta),
      status: was.status_from,
    }),
    ...(was.type === 'move' ? { location: was.from_location ?? null } : {}),
  } as Patch;
}
