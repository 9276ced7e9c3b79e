import type { KindHookContext, RecordChange, RecordPatch } from '@cubit/core';
import type { OrderItemKind } from '../order-item/order-item.fields.js';
import { requestRecord, type RequestKind } from './request.kind.js';

/** More requests than the lines of one write answer. */
const MAX_REQUESTS = 100_000;

const isSettled = (status: string | undefined) => status === 'received' || status === 'cancelled';

/** Requests follow the lines that order them: all there, fulfilled; taken back, ordered again; cancelled, open again. */
export async function followLines(
  { records }: KindHookContext,
  changes: readonly RecordChange<OrderItemKind>[],
): Promise<void> {
  const turned = new Map(
    changes
      .filter(({ operation, before, after }) => {
        const [was, is] = [before?.fields.status, after.fields.status];
        return operation === 'update' && was !== is && (isSettled(was) || isSettled(is));
      })
      .map(({ after }) => [after.id, after.fields.status]),
  );
  if (turned.size === 0) return;
  const requests = await records.find(requestRecord, {
    where: { order_item: { in: [...turned.keys()] } },
    limit: MAX_REQUESTS,
  });
  await records.updateMany(
    requestRecord,
    requests.flatMap(({ id, fields: { status, order_item } }): RecordPatch<RequestKind>[] => {
      const line = turned.get(order_item ?? '');
      if (line === 'received' && status === 'ordered') return [{ id, fields: { status: 'fulfilled' } }];
      if (line === 'cancelled' && status === 'ordered') return [{ id, fields: { order_item: null } }];
      const isBack = line !== 'received' && status === 'fulfilled';
      return isBack ? [{ id, fields: { status: 'ordered' } }] : [];
    }),
  );
}
