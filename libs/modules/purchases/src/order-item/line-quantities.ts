import {
  type ExactQuantity,
  exactFromDecimal,
  exactToText,
  floorDecimal,
  addDecimals,
  divideDecimals,
  exactToDecimal,
  mostOf,
  multiplyDecimals,
  readExact,
  shownIn,
  toDecimal,
} from '@cubit/decimal';
import type { OrderItem } from './order-item.fields.js';

/** The quantities of an order line without rounding, in the plain unit of its part. */
export interface LineQuantities {
  /** One stock unit. */
  readonly unit: ExactQuantity;
  /** One purchase unit. */
  readonly pack: ExactQuantity;
  readonly ordered: ExactQuantity;
  readonly received: ExactQuantity;
  readonly cancelled: ExactQuantity;
  readonly outstanding: ExactQuantity;
}

export type StoredQuantities = NonNullable<OrderItem['fields']['exact']>;
type QuantityFields = Pick<OrderItem['fields'], 'exact' | 'pack_qty' | 'qty' | 'qty_received' | 'qty_cancelled'>;

/** The smallest quantity that is shown. */
const LEAST = 0.000001;
const HALF = toDecimal(0.5);
const ONE = readExact(1);

export function quantitiesOf(fields: QuantityFields): LineQuantities {
  const { exact } = fields;
  const unit = exact ? readExact(exact.unit) : ONE;
  const pack = exact ? readExact(exact.pack) : readExact(fields.pack_qty);
  const of = (qty: number) => inPacks(qty, { unit, pack });
  const ordered = of(fields.qty);
  const received = exact ? readExact(exact.received) : of(fields.qty_received);
  const cancelled = exact ? readExact(exact.cancelled) : of(fields.qty_cancelled);
  return { unit, pack, ordered, received, cancelled, outstanding: mostOf(0n, ordered - received - cancelled) };
}

/** The field that stores the quantities which do not follow from others. */
export function storedQuantities({
  unit,
  pack,
  received,
  cancelled,
}: Omit<LineQuantities, 'ordered' | 'outstanding'>): StoredQuantities {
  return {
    unit: exactToText(unit),
    pack: exactToText(pack),
    received: exactToText(received),
    cancelled: exactToText(cancelled),
  };
}

/** A quantity of purchase units. A rounded share of a pack stands for whole stock units: 0.333333 boxes of three are one piece. */
export function inPacks(qty: number, { unit, pack }: Pick<LineQuantities, 'unit' | 'pack'>): ExactQuantity {
  const exact = exactFromDecimal(multiplyDecimals(toDecimal(qty), exactToDecimal(pack)));
  const units = divideDecimals(exactToDecimal(exact), exactToDecimal(unit)) ?? HALF;
  const whole = floorDecimal(addDecimals(units, HALF)).units * unit;
  return shownIn(whole, exactToDecimal(pack)) === qty ? whole : exact;
}

/** In purchase units. What is not nothing is not shown as nothing. */
export function inPurchaseUnits(quantity: ExactQuantity, { pack }: Pick<LineQuantities, 'pack'>): number {
  return shown(quantity, pack);
}

export function inStockUnits(quantity: ExactQuantity, { unit }: Pick<LineQuantities, 'unit'>): number {
  return shown(quantity, unit);
}

function shown(quantity: ExactQuantity, size: ExactQuantity): number {
  const rounded = shownIn(quantity, exactToDecimal(size));
  return quantity > 0n ? Math.max(LEAST, rounded) : rounded;
}
