import { addQuantities, subtractQuantities } from '@cubit/decimal';
import type { Reservation } from './reservation.fields.js';

type Fields = Pick<Reservation['fields'], 'status' | 'qty' | 'consumed_qty'>;

export const OPEN_STATUSES = ['active', 'partial'] as const;

export function isOpen({ status }: Pick<Fields, 'status'>): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** Quantity that is still reserved. */
export function remainderOf(fields: Fields): number {
  return isOpen(fields) ? subtractQuantities(fields.qty, fields.consumed_qty) : 0;
}

/** Fields of an open reservation after `used` of it was used. */
export function consumedFields({ qty, consumed_qty }: Omit<Fields, 'status'>, used: number) {
  const consumed = addQuantities(consumed_qty, used);
  return { consumed_qty: consumed, status: consumed === qty ? ('consumed' as const) : ('partial' as const) };
}

/** Status of a reservation that is open again. */
export function reopenedStatus({ consumed_qty }: Pick<Fields, 'consumed_qty'>): 'active' | 'partial' {
  return consumed_qty > 0 ? 'partial' : 'active';
}

/** Whether an open reservation has passed its `expires_at`. */
export function isDue(
  { status, expires_at }: Pick<Reservation['fields'], 'status' | 'expires_at'>,
  now: Date,
): boolean {
  return isOpen({ status }) && expires_at !== undefined && Date.parse(expires_at) <= now.getTime();
}
