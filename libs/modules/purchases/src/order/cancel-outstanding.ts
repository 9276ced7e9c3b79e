import type { ModuleContext } from '@cubit/core';
import { linesOf } from '../order-item/lines-of.js';
import { quantitiesOf, type StoredQuantities, storedQuantities } from '../order-item/line-quantities.js';
import { orderItemRecord, type OrderItem } from '../order-item/order-item.fields.js';

/** Cancels the outstanding quantities of an order. Returns the number of lines changed. */
export async function cancelOutstanding(context: ModuleContext, orderId: string): Promise<number> {
  const open = (await linesOf(context, [orderId])).filter(({ fields }) => fields.outstanding > 0);
  await context.records.updateMany(
    orderItemRecord,
    open.map(({ id, fields }) => ({
      id,
      fields: { exact: withCancelledRest(fields) },
    })),
  );
  return open.length;
}

function withCancelledRest(fields: OrderItem['fields']): StoredQuantities {
  const line = quantitiesOf(fields);
  return storedQuantities({ ...line, cancelled: line.cancelled + line.outstanding });
}
