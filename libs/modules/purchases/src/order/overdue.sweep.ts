import { defineSweep } from '@cubit/core';
import { orderRecord } from './order.fields.js';

/** Recomputes orders whose expected date has passed: the rules then mark them as overdue, once per expected date. */
export const overdueSweep = defineSweep({
  id: 'overdue',
  kind: orderRecord,
  at: 'overdue_from',
  async run({ records }, orders) {
    await records.rederive(
      orderRecord,
      orders.map(({ id }) => id),
    );
  },
});
