import { notFound } from '@cubit/core';
import type { AnyRecord, FieldValues, RegisteredKind } from '@cubit/core/host';
import { shapeIn } from '../routes/record-route-context.js';
import { patchFields } from '../routes/patch-fields.js';
import { visibleRecord } from '../read/visible-record.js';
import type { BulkOperation } from './bulk-request.js';
import { invokeAction } from '../transaction/invoke.js';
import type { UndoAnswer } from '../actions/undo-answer.js';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';

/** What became of one record. */
export interface BulkResult {
  /** Null if it was deleted. */
  readonly version: number | null;
  /** Result of the action. */
  readonly result?: unknown;
  readonly undo?: UndoAnswer | null;
}

/** Runs the operation on records of one kind: an update or a deletion in a few statements for all, an action on each. */
export async function runOperation(
  transaction: WorkspaceTransaction,
  operation: BulkOperation,
  { kind, ids }: { readonly kind: RegisteredKind; readonly ids: readonly string[] },
): Promise<readonly BulkResult[]> {
  const requests = ids.map((id) => ({ id, prefix: '' }));
  switch (operation.type) {
    case 'action':
      return runActions(transaction, operation, { kind, ids });
    case 'delete':
      await requireLive(transaction, { kind, ids });
      await transaction.writer.remove(kind, requests, null);
      return ids.map(() => ({ version: null }));
    case 'update': {
      const shape = shapeIn(transaction.workspace.schema, kind);
      const { fields: patch = {}, tags } = operation;
      const change = (before: AnyRecord) => patchFields(shape, before.fields as FieldValues, { patch, prefix: '' });
      const updates = requests.map((request) => ({ ...request, change, ...(tags ? { tags } : {}) }));
      const records = await transaction.writer.update(kind, updates, null);
      return records.map(({ version }) => ({ version }));
    }
  }
}

async function requireLive(
  { writer }: WorkspaceTransaction,
  { kind, ids }: { readonly kind: RegisteredKind; readonly ids: readonly string[] },
): Promise<void> {
  const live = await writer.locked.lock(kind, ids, 'delete');
  if (ids.some((id) => !live.has(id))) throw notFound(kind.definition.title[0]);
}

async function runActions(
  transaction: WorkspaceTransaction,
  { action, input }: Extract<BulkOperation, { type: 'action' }>,
  { kind, ids }: { readonly kind: RegisteredKind; readonly ids: readonly string[] },
): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of ids) {
    const call = { record: { kind: kind.id, id }, input, withUndo: true };
    const { result, record, undo } = await invokeAction(transaction, action, call);
    await transaction.runDeferred();
    const after = record && (transaction.writer.locked.get(record.id) ?? record);
    const shown = after && visibleRecord(transaction.workspace.schema, after);
    results.push({ version: shown?.version ?? null, result, undo });
  }
  return results;
}
