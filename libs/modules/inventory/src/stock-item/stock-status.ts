import type { Lifecycle } from '@cubit/core';

export const STOCK_STATUSES = [
  'ok',
  'attention',
  'damaged',
  'returned',
  'quarantined',
  'rejected',
  'lost',
  'destroyed',
] as const;
export type StockStatus = (typeof STOCK_STATUSES)[number];

/** Stock that is there, in whatever condition; any of them may follow any other. */
export const PRESENT_STATUSES = [
  'ok',
  'attention',
  'damaged',
  'returned',
  'quarantined',
] as const satisfies readonly StockStatus[];
/** Of what is there, what may be taken for use. */
export const USABLE_STATUSES = ['ok', 'attention', 'returned'] as const satisfies readonly StockStatus[];
const USABLE: ReadonlySet<StockStatus> = new Set(USABLE_STATUSES);
const ON_HAND: ReadonlySet<StockStatus> = new Set(PRESENT_STATUSES);

export function isUsable(status: StockStatus): boolean {
  return USABLE.has(status);
}

export function countsAsOnHand(status: StockStatus): boolean {
  return ON_HAND.has(status);
}

const bySetting = ['inventory:set_status', 'inventory:reverse'] as const;
const byReversal = ['inventory:reverse'] as const;

const fromPresent = (from: StockStatus) =>
  Object.fromEntries(STOCK_STATUSES.filter((to) => to !== from).map((to) => [to, [...bySetting, 'inventory:return']]));
const backByReversal = Object.fromEntries(PRESENT_STATUSES.map((to) => [to, byReversal]));

/** A rejected or lost item comes back by reversing the movement that took it, a lost one also by being found; destroyed is the end. */
export const stockLifecycle: Lifecycle = {
  field: 'status',
  // What another system knew of as lost or destroyed comes with its past.
  initial: STOCK_STATUSES,
  states: {
    ...Object.fromEntries(PRESENT_STATUSES.map((from) => [from, { to: fromPresent(from) }])),
    rejected: { to: backByReversal },
    lost: { to: { ...backByReversal, ok: [...bySetting, 'inventory:apply_count'] } },
    destroyed: { to: {} },
  },
};
