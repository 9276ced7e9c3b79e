import {
  compact,
  addDecimals,
  fail,
  validationFailed,
  type AnyRef,
  type ErrorDetail,
  type ModuleContext,
  type Money,
} from '@cubit/core';
import { expiryOf } from '../stock-item/expiry.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import type { StockStatus } from '../stock-item/stock-status.js';
import { defaultLocation } from './default-location.js';
import type { Posting } from './posting.js';
import { project } from './project.js';
import { assertThere, type StockTarget } from './stock-target.js';

export interface Deposit {
  readonly qty: number;
  readonly location?: string;
  readonly lot?: string;
  readonly serials?: readonly string[];
  readonly unit_cost?: Money;
  readonly expires_on?: string;
  readonly status?: StockStatus;
  readonly source?: AnyRef;
  readonly supplier_part?: string;
  readonly project?: string;
}

interface Delivery {
  readonly target: StockTarget;
  readonly deposit: Deposit;
  readonly posting: Posting;
  /** Where the caller said a field of a stock item. */
  path(field: string): string;
}

/** Puts stock in: onto the item that is named, else onto one that is just like it, else as a new item; numbered pieces each as one. */
export async function deposit(context: ModuleContext, delivery: Delivery): Promise<void> {
  const { target, deposit: given, posting, path } = delivery;
  if (given.serials) return depositPieces(context, delivery, given.serials);
  const item = target.item ? named(target.item, delivery) : await alike(context, delivery);
  if (item) {
    const qty = addDecimals(item.fields.qty, given.qty);
    await context.records.update(stockItem, item.id, { qty }, { note: posting.note(), path });
    return;
  }
  const location = given.location ?? (await defaultLocation(context, target.part));
  const { serials: _, ...fields } = given;
  const made = compact({ ...fields, part: target.part.id, location });
  await context.records.create(stockItem, made, { note: posting.note(), path });
}

/** The item that the caller named, if what they say of the stock is so of the item. */
function named(item: StockItem, { deposit: given, path }: Delivery): StockItem {
  assertThere(item);
  if (item.fields.serial !== undefined)
    throw fail('conflict', 'A numbered item is one piece; nothing can be added to it.', {
      details: [{ path: '/record', code: 'serial_quantity', message: 'It has a serial number.' }],
    });
  const fields = ['location', 'lot', 'expires_on', 'status'] as const;
  const faults = fields.flatMap((field): readonly ErrorDetail[] => {
    const value = given[field];
    if (value === undefined || value === item.fields[field]) return [];
    const message = `The stock item has another ${field.replace('_', ' ')}; add to the part to make an item of its own.`;
    return [{ path: path(field), code: 'differs', message }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  return item;
}

/** An item of the part that what comes cannot be told from: it is topped up. */
async function alike(
  context: ModuleContext,
  { target: { part }, deposit: given }: Delivery,
): Promise<StockItem | null> {
  const location = given.location ?? (await defaultLocation(context, part));
  const expiry = given.expires_on ?? expiryOf(part, context.now);
  const candidates = await context.records.find(stockItem, {
    where: {
      part: part.id,
      status: given.status ?? 'ok',
      location: location ?? null,
      lot: given.lot ?? null,
      ...(context.records.knows(project) ? { project: given.project ?? null } : {}),
      expires_on: expiry ?? null,
      serial: null,
      opened_at: null,
      installed_in: null,
      loan: null,
      tare_g: null,
    },
    lock: true,
  });
  return candidates.find((item) => hasCost(item, given.unit_cost)) ?? null;
}

/** Stock at another cost is kept apart, so that what is used first costs what it cost. */
function hasCost({ fields: { unit_cost } }: StockItem, cost: Money | undefined): boolean {
  if (cost === undefined) return true;
  return unit_cost?.currency === cost.currency && Number(unit_cost.amount) === Number(cost.amount);
}

async function depositPieces(
  context: ModuleContext,
  { target: { part, item }, deposit: given, posting, path }: Delivery,
  serials: readonly string[],
): Promise<void> {
  const faults = [
    ...(item
      ? [{ path: path('serial'), code: 'not_applicable', message: 'Numbered pieces are added to the part.' }]
      : []),
    ...(given.qty === serials.length
      ? []
      : [{ path: path('qty'), code: 'serial_quantity', message: `There are ${serials.length} serial numbers.` }]),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  const location = given.location ?? (await defaultLocation(context, part));
  const { serials: _, ...fields } = given;
  const piece = compact({ ...fields, qty: 1, part: part.id, location });
  await context.records.createMany(
    stockItem,
    serials.map((serial, index) => ({
      fields: { ...piece, serial },
      note: posting.note(),
      path: (field) => (field === 'serial' ? `${path(field)}/${index}` : path(field)),
    })),
  );
}
