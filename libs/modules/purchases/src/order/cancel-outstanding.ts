import { addQuantities } from '@cubit/decimal';
import type { ModuleContext } from '@cubit/core';
import { linesOf } from '../order-item/lines-of.js';
import { orderItemRecord } from '../order-item/order-item.fields.js';

/** Cancels the outstanding quantities of an order. Returns the number of lines changed. */
export async function cancelOutstanding(context: ModuleContext, orderId: string): Promise<number> {
  const open = (await linesOf(context, [orderId])).filter(({ fields }) => fields.outstanding > 0);
  await context.records.updateMany(
    orderItemRecord,
    open.map(({ id, fields }) => ({
      id,
      fields: { qty_cancelled: addQuantities(fields.qty_cancelled, fields.outstanding) },
    })),
  );
  return open.length;
}
