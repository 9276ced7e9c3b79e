import { defineSweep } from '@cubit/core';
import { orderRecord } from './order.fields.js';

/** Orders become overdue by themselves: written as they are, the rules say so, once per expected day. */
export const overdueSweep = defineSweep({
  id: 'overdue',
  kind: orderRecord,
  at: 'overdue_from',
  async run({ records }, orders) {
    await records.updateMany(
      orderRecord,
      orders.map(({ id }) => ({ id, fields: {} })),
    );
  },
});
