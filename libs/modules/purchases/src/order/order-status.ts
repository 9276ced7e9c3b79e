import type { Lifecycle } from '@cubit/core';

export const ORDER_STATUSES = [
  'draft',
  'ordered',
  'in_transit',
  'partially_received',
  'arrived',
  'on_hold',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Placed, and not arrived or cancelled. */
const OPEN: ReadonlySet<OrderStatus> = new Set(['ordered', 'in_transit', 'partially_received', 'on_hold']);
/** Statuses in which goods can be received. */
const RECEIVING: ReadonlySet<OrderStatus> = new Set(['ordered', 'in_transit', 'partially_received']);

export function isOpen(status: OrderStatus): boolean {
  return OPEN.has(status);
}

/** Whether the order incurs costs. */
export function isPlaced(status: OrderStatus): boolean {
  return status !== 'draft' && status !== 'cancelled';
}

export function isReceiving(status: OrderStatus): boolean {
  return RECEIVING.has(status);
}

/** Whether the lines of the order can be changed. */
export function isChangeable(status: OrderStatus): boolean {
  return status === 'draft' || isOpen(status);
}

const receive = ['purchases:receive', 'purchases:mark_arrived'];
const reverse = ['purchases:reverse_receipt'];

export const orderLifecycle: Lifecycle = {
  field: 'status',
  initial: 'draft',
  states: {
    draft: { to: { ordered: ['purchases:place'], cancelled: ['purchases:cancel'] } },
    ordered: {
      to: {
        in_transit: ['purchases:ship'],
        partially_received: ['purchases:receive'],
        arrived: receive,
        on_hold: ['purchases:hold'],
        cancelled: ['purchases:cancel'],
      },
    },
    in_transit: {
      to: {
        partially_received: ['purchases:receive'],
        arrived: receive,
        on_hold: ['purchases:hold'],
        cancelled: ['purchases:cancel'],
      },
    },
    partially_received: { to: { arrived: [...receive, 'purchases:close_short'], ordered: reverse } },
    arrived: { to: { partially_received: reverse, ordered: reverse } },
    on_hold: { to: { ordered: ['purchases:resume'], in_transit: ['purchases:resume'] } },
    cancelled: { to: {} },
  },
};
