import { errorOf, type KindHookContext, notFound } from '@cubit/core';
import type {
  Actor,
  AnyKind,
  FieldValues,
  RecordShape,
  RegisteredKind,
  Registry,
  WorkspaceSchema,
} from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { FilePort } from '../workspace/file-port.js';
import type { Journal } from './journal.js';
import type { LockedRecords } from './locked-records.js';
import type { RowStamp } from './record-statements.js';

/** The transaction of a write. */
export interface WriterContext {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly workspaceId: string;
  readonly schema: WorkspaceSchema;
  readonly actor: Actor;
  readonly newId: () => string;
  readonly journal: Journal;
  readonly files: FilePort;
  readonly locked: LockedRecords;
  /** Members of the workspace that were found in this transaction: not looked up again. */
  readonly members: Set<string>;
  /** The context that the hooks of a kind are handed. */
  readonly hookContext: (kind: RegisteredKind, action: string | null) => KindHookContext;
  readonly emit: (kind: RegisteredKind, event: NonNullable<AnyKind['emits']>[number], payload: FieldValues) => void;
}

/** One write of any number of records of one kind. */
export interface KindWrite extends WriterContext {
  readonly kind: RegisteredKind;
  /** The kind with the custom fields of the workspace. */
  readonly shape: RecordShape;
  /** The action that writes; null for a request. */
  readonly action: string | null;
}

export function writeOf(context: WriterContext, kind: RegisteredKind, action: string | null): KindWrite {
  return { ...context, kind, shape: context.schema.kinds.get(kind.id) ?? kind.shape, action };
}

export function stampOf({ workspaceId, tx, actor }: KindWrite): RowStamp {
  return { workspaceId, at: tx.now, userId: actor.id };
}

/** `404 not_found`, with the record's pointer if the request has many records. */
export function recordNotFound({ definition }: RegisteredKind, prefix?: string): Error {
  const error = notFound(definition.title[0]);
  if (prefix === undefined || prefix === '') return error;
  return errorOf('not_found', error.message, {
    details: [{ path: `${prefix}/id`, code: 'not_found', message: error.message }],
  });
}
