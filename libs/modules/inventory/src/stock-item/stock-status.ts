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

/** Statuses that count as on hand. Each can change to any other. */
export const PRESENT_STATUSES = [
  'ok',
  'attention',
  'damaged',
  'returned',
  'quarantined',
] as const satisfies readonly StockStatus[];
/** Statuses of stock that can be used. */
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

/** Consumption of more than was recorded marks the item. */
const byConsumption = [
  'inventory:adjust',
  'inventory:use',
  'inventory:complete_output',
  'inventory:consume_build',
  'inventory:scrap_output',
] as const;

const fromPresent = (from: StockStatus) =>
  Object.fromEntries(
    STOCK_STATUSES.filter((to) => to !== from).map((to) => [
      to,
      [...bySetting, 'inventory:return', ...(to === 'attention' ? byConsumption : [])],
    ]),
  );
const backByReversal = Object.fromEntries(PRESENT_STATUSES.map((to) => [to, byReversal]));

/** Rejected and lost stock comes back by reversing the movement that set the status; lost stock also when it is found. `destroyed` is final. */
export const stockLifecycle: Lifecycle = {
  field: 'status',
  // Any status: stock imported from another system may be lost or destroyed already.
  initial: STOCK_STATUSES,
  states: {
    ...Object.fromEntries(PRESENT_STATUSES.map((from) => [from, { to: fromPresent(from) }])),
    ok: { title: 'OK', to: fromPresent('ok') },
    rejected: { to: backByReversal },
    lost: { to: { ...backByReversal, ok: [...bySetting, 'inventory:apply_count'] } },
    destroyed: { to: {} },
  },
};
