import type { RouteReply } from '@cubit/core';
import type { Actor, ResponseSpec, WorkspaceAccess } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { BulkOperation } from './bulk-request.js';

/** An operation on all records that a filter selects. JSON. */
export interface BulkSelection {
  readonly operation: BulkOperation;
  readonly kind: string;
  readonly filter: string;
  readonly atomic: boolean;
}

export interface BulkJob extends BulkSelection {
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  readonly userId: string;
}

/** Runs operations on many records as jobs. */
export interface BulkPort {
  /** What `enqueue` answers. */
  readonly response: ResponseSpec;
  /** Creates the job in the transaction. */
  enqueue(tx: Transaction, job: BulkJob): Promise<RouteReply>;
}
