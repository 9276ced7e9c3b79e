import type { KindHookContext, RecordChange, RecordPatch } from '@cubit/core';
import type { OrderItemKind } from '../order-item/order-item.fields.js';
import { requestRecord, type RequestKind } from './request.kind.js';

/** Above the number of requests of the lines in one write. */
const MAX_REQUESTS = 100_000;

const isClosed = (status: string | undefined) => status === 'received' || status === 'cancelled';

/** Updates requests after their order lines: received lines fulfil them, reversed receipts set them to ordered, cancelled lines to open. */
export async function updateRequests(
  { records }: KindHookContext,
  changes: readonly RecordChange<OrderItemKind>[],
): Promise<void> {
  const changed = new Map(
    changes
      .filter(({ operation, before, after }) => {
        const [was, is] = [before?.fields.status, after.fields.status];
        return operation === 'update' && was !== is && (isClosed(was) || isClosed(is));
      })
      .map(({ after }) => [after.id, after.fields.status]),
  );
  if (changed.size === 0) return;
  const requests = await records.find(requestRecord, {
    where: { order_item: { in: [...changed.keys()] } },
    limit: MAX_REQUESTS,
  });
  await records.updateMany(
    requestRecord,
    requests.flatMap(({ id, fields: { status, order_item } }): RecordPatch<RequestKind>[] => {
      const line = changed.get(order_item ?? '');
      if (line === 'received' && status === 'ordered') return [{ id, fields: { status: 'fulfilled' } }];
      if (line === 'cancelled' && status === 'ordered') return [{ id, fields: { order_item: null } }];
      const isBack = line !== 'received' && status === 'fulfilled';
      return isBack ? [{ id, fields: { status: 'ordered' } }] : [];
    }),
  );
}
