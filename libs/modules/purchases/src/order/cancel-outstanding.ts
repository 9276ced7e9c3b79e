import { addDecimals, type ModuleContext } from '@cubit/core';
import { linesOf } from '../order-item/lines-of.js';
import { orderItemRecord } from '../order-item/order-item.fields.js';

/** What is outstanding of an order will not come; by how many lines that is. */
export async function cancelOutstanding(context: ModuleContext, orderId: string): Promise<number> {
  const open = (await linesOf(context, [orderId])).filter(({ fields }) => fields.outstanding > 0);
  await context.records.updateMany(
    orderItemRecord,
    open.map(({ id, fields }) => ({
      id,
      fields: { qty_cancelled: addDecimals(fields.qty_cancelled, fields.outstanding) },
    })),
  );
  return open.length;
}
