import {
  type AnyRef,
  compact,
  type CubitError,
  type ErrorDetail,
  errorOf,
  type ModuleContext,
  validationFailed,
} from '@cubit/core';
import { type ExactQuantity, exactToText, type Money } from '@cubit/decimal';
import { exactOfPart } from '../part/unit.js';
import { costOfItem, heldOf } from '../stock-item/exact-fields.js';
import { expiryOf } from '../stock-item/expiry.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import type { StockStatus } from '../stock-item/stock-status.js';
import { type Cost, isSameCost } from './cost.js';
import { defaultLocation } from './default-location.js';
import type { Posting } from './posting.js';
import { project } from './project.js';
import { assertOnHand, type StockTarget } from './stock-target.js';

export interface Deposit {
  /** In plain units. */
  readonly qty: ExactQuantity;
  readonly location?: string;
  readonly lot?: string;
  readonly serials?: readonly string[];
  readonly cost?: Cost;
  readonly unit_cost?: Money;
  readonly expires_on?: string;
  readonly status?: StockStatus;
  readonly source?: AnyRef;
  readonly supplier_part?: string;
  readonly project?: string;
}

interface DepositOptions {
  readonly target: StockTarget;
  readonly deposit: Deposit;
  readonly posting: Posting;
  /** Path in the request of a field of the stock item. */
  path(field: string): string;
}

/** Adds stock to the given item, else to a matching item, else as a new item. With serial numbers, each unit becomes a new item. */
export async function deposit(context: ModuleContext, delivery: DepositOptions): Promise<void> {
  const { target, deposit: given, posting, path } = delivery;
  if (given.serials) return depositSerialItems(context, delivery, given.serials);
  const item = target.item ? checkNamedItem(target.item, delivery) : await findMatchingItem(context, delivery);
  if (item) {
    const exact_qty = exactToText(heldOf(item.fields) + given.qty);
    await context.records.update(stockItem, item.id, { exact_qty }, { note: posting.note(), path });
    return;
  }
  const location = given.location ?? (await defaultLocation(context, target.part));
  const { serials: _, qty, ...fields } = given;
  const made = compact({ ...fields, exact_qty: exactToText(qty), part: target.part.id, location });
  await context.records.create(stockItem, made, { note: posting.note(), path });
}

/** The item given by the caller. Refuses fields of the input that differ from the item. */
function checkNamedItem(item: StockItem, { deposit: given, path }: DepositOptions): StockItem {
  assertOnHand(item);
  if (item.fields.serial !== undefined) throw serialItemConflict();
  const fields = ['location', 'lot', 'expires_on', 'status'] as const;
  const faults = fields.flatMap((field): readonly ErrorDetail[] => {
    const value = given[field];
    if (value === undefined || value === item.fields[field]) return [];
    const message = `The stock item has a different ${field.replace('_', ' ')}. Add the stock to the part to create a new stock item.`;
    return [{ path: path(field), code: 'differs', message }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  return item;
}

export function serialItemConflict(): CubitError {
  return errorOf('conflict', 'A stock item with a serial number is one unit. Nothing can be added to it.', {
    details: [{ path: '/record', code: 'serial_quantity', message: 'The stock item has a serial number.' }],
  });
}

/** A stock item of the part with the same location, status, lot, project, expiry and cost. */
async function findMatchingItem(
  context: ModuleContext,
  { target: { part }, deposit: given }: DepositOptions,
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
  return candidates.find((item) => hasCost(item, given.cost)) ?? null;
}

/** Stock with another cost stays in a separate item, so that using it is charged at its own cost. */
function hasCost({ fields }: StockItem, cost: Cost | undefined): boolean {
  return cost === undefined || isSameCost(costOfItem(fields), cost);
}

async function depositSerialItems(
  context: ModuleContext,
  { target: { part, item }, deposit: given, posting, path }: DepositOptions,
  serials: readonly string[],
): Promise<void> {
  const faults = [
    ...(item
      ? [{ path: path('serial'), code: 'not_applicable', message: 'Add stock with serial numbers to the part.' }]
      : []),
    ...(given.qty === exactOfPart(part, serials.length)
      ? []
      : [
          {
            path: path('qty'),
            code: 'serial_quantity',
            message: `The quantity must be ${serials.length}, the number of serial numbers.`,
          },
        ]),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  const location = given.location ?? (await defaultLocation(context, part));
  const { serials: _, qty: __, ...fields } = given;
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
