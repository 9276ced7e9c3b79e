import type { Part } from '../part/part.fields.js';
import { exactOfPart, inPlainUnit, type MeasuredPart, shownOfPart, unitOf } from '../part/unit.js';
import { readExact, type ExactQuantity, exactToText } from '@cubit/decimal';
import type { RecordDraft } from '@cubit/core';
import type { Reservation, ReservationKind } from './reservation.fields.js';

type ReservationFields = Pick<Reservation['fields'], 'status' | 'qty' | 'consumed_qty' | 'exact'>;

export const OPEN_STATUSES = ['active', 'partial'] as const;

export function isOpen({ status }: Pick<ReservationFields, 'status'>): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** The quantities in plain units. Reservations of an earlier version have them after their upgrade. */
export function exactOfReservation({ exact, qty, consumed_qty: used }: Omit<ReservationFields, 'status'>) {
  return { qty: readExact(exact?.qty ?? qty), used: readExact(exact?.used ?? used) };
}

/** Quantity that is still reserved, in plain units. */
export function remainderOf(fields: ReservationFields): ExactQuantity {
  if (!isOpen(fields)) return 0n;
  const { qty, used } = exactOfReservation(fields);
  return qty - used;
}

/** Fields of an open reservation after a further quantity of it was used. */
export function consumedFields(fields: Omit<ReservationFields, 'status'>, taken: ExactQuantity) {
  const { qty, used } = exactOfReservation(fields);
  const status = used + taken === qty ? ('consumed' as const) : ('partial' as const);
  return { exact: { qty: exactToText(qty), used: exactToText(used + taken) }, status };
}

/** The exact quantities of what is shown: of a reservation of an earlier version. */
export function exactFrom(
  owner: MeasuredPart,
  { qty, consumed_qty: used }: Pick<ReservationFields, 'qty' | 'consumed_qty'>,
): NonNullable<ReservationFields['exact']> {
  return { qty: exactToText(exactOfPart(owner, qty)), used: exactToText(exactOfPart(owner, used)) };
}

export function reservationTitle({ qty }: Pick<ReservationFields, 'qty'>, owner?: MeasuredPart): string {
  return owner ? `${qty} ${unitOf(owner)}` : String(qty);
}

/**
 * Sets the exact quantities, or what is shown of them: modules write the exact ones, clients the quantity of a new reservation. What is
 * shown like what is `free` is all of it.
 */
export function setExactQuantities(
  draft: RecordDraft<ReservationKind>,
  { owner, free }: { readonly owner: Part; readonly free: ExactQuantity },
): void {
  const { fields } = draft;
  const given = fields.exact ?? exactFrom(owner, fields);
  const fromInput = () => inPlainUnit(owner, { qty: fields.qty }, { there: free });
  const isNew = draft.operation === 'create' && fields.exact === undefined;
  const exact = isNew ? { ...given, qty: exactToText(fromInput()) } : given;
  const [qty, consumed_qty] = [shownOfPart(owner, readExact(exact.qty)), shownOfPart(owner, readExact(exact.used))];
  draft.fields = { ...fields, exact, qty, consumed_qty };
  draft.title = reservationTitle(draft.fields, owner);
}

/** Status of a reservation that is open again. */
export function reopenedStatus(fields: Omit<ReservationFields, 'status'>): 'active' | 'partial' {
  return exactOfReservation(fields).used > 0n ? 'partial' : 'active';
}

/** Whether an open reservation has passed its `expires_at`. */
export function isDue(
  { status, expires_at }: Pick<Reservation['fields'], 'status' | 'expires_at'>,
  now: Date,
): boolean {
  return isOpen({ status }) && expires_at !== undefined && Date.parse(expires_at) <= now.getTime();
}
