import { compact, fail, subtractDecimals, type ModuleContext } from '@cubit/core';
import { allowsNegative } from '../settings.js';
import type { MovementType } from '../stock/movement-type.js';
import type { StockItem } from '../stock-item/stock-item.kind.js';
import type { Movement } from './movement.kind.js';

/** What takes back the others. */
const COUNTERPARTS: Partial<Record<MovementType, string>> = {
  split: 'merge the items',
  merge: 'split the item',
  serialize: 'merge is not possible for numbered pieces',
  install: 'uninstall the item',
  uninstall: 'install the item',
  build_output: 'reverse the output of the build',
  build_consume: 'reverse the output of the build',
  reserve: 'release the reservation',
  release: 'reserve again',
  reverse: 'post it again',
};

export function conflict(message: string, code: string): Error {
  return fail('conflict', message, { details: [{ path: '/record', code, message }] });
}

/** Throws `409` where a movement cannot be taken back by one of its own. */
export function assertReversible({ fields: { type, reversed_by } }: Movement): void {
  if (reversed_by !== undefined) throw conflict('The movement is reversed already.', 'reversed');
  const other = COUNTERPARTS[type];
  if (other !== undefined) throw conflict(`A movement '${type}' is not reversed; ${other}.`, 'not_reversible');
}

type Patch = { readonly [Name in 'qty' | 'status' | 'location']?: StockItem['fields'][Name] | null };

/** The item as it was before the movement, as far as that is still so; else `409`. */
export function undoing(context: ModuleContext, { fields: was }: Movement, { fields: is }: StockItem): Patch {
  const qty = subtractDecimals(is.qty, was.qty_delta);
  if (qty < 0 && is.qty > qty && !allowsNegative(context.settings)) {
    const message = `The stock item holds ${is.qty}; the movement brought ${was.qty_delta}.`;
    throw fail('insufficient_stock', message, { details: [{ path: '/record', code: 'insufficient_stock', message }] });
  }
  if (was.status_to !== undefined && is.status !== was.status_to)
    throw conflict(`The stock item is ${is.status} by now, not ${was.status_to}.`, 'changed_since');
  const isMove = was.type === 'move';
  if (isMove && is.location !== was.to_location)
    throw conflict('The stock item has been moved on since.', 'changed_since');
  return {
    ...compact({ qty: was.qty_delta === 0 ? undefined : qty, status: was.status_from }),
    ...(isMove ? { location: was.from_location ?? null } : {}),
  } as Patch;
}
