import { fail, isCubitError, type RouteReply, validationFailed } from '@cubit/core';
import { actorOf, callerOf, type RegisteredKind, type ResponseSpec, workspaceOf } from '@cubit/core/host';
import type { DatabaseRequest } from '@cubit/database';
import type { KernelServices } from '../workspace/services.js';
import { compileFilter } from '../read/filter.js';
import { shapeIn } from '../routes/record-route-context.js';
import type { BulkOperation } from './bulk-request.js';

/** Entries of a bulk response in the list of responses: `202` if this instance runs jobs. */
export function jobResponse({ bulk }: KernelServices): Readonly<Record<number, ResponseSpec>> {
  return bulk ? { 202: bulk.response } : {};
}

interface QueuedBulk {
  readonly operation: BulkOperation;
  readonly kind: RegisteredKind;
  readonly filter: string;
  readonly atomic: boolean;
  /** Where the filter is in the body; null if it is a query parameter. */
  readonly path: string | null;
}

/** Queues the operation for all records that the filter selects. Checks the filter first. */
export async function queueBulk(
  services: KernelServices,
  request: DatabaseRequest,
  { operation, kind, filter, atomic, path }: QueuedBulk,
): Promise<RouteReply> {
  const { bulk } = services;
  if (!bulk) throw fail('conflict', 'This instance runs no jobs. Name the records.');
  const workspace = workspaceOf(request);
  try {
    compileFilter(shapeIn(workspace.schema, kind), filter, { now: services.now(), workspaceId: workspace.id });
  } catch (error) {
    if (path === null || !isCubitError(error)) throw error;
    throw validationFailed([{ path, code: 'invalid_filter', message: error.message }]);
  }
  const caller = callerOf(request);
  const job = { operation, kind: kind.id, filter, atomic, workspace, actor: actorOf(caller), userId: caller.user.id };
  return request.transaction((tx) => bulk.enqueue(tx, job));
}
