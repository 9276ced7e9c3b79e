import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import { validationFailed } from '@cubit/core';
import type { AnyRecord, FieldValues, RecordShape, RegisteredKind } from '@cubit/core/host';
import { versionConflict } from '../write/conditions.js';
import { childKinds } from '../write/children.js';
import { childrenIn, createWithChildren } from '../write/create-with-children.js';
import { patchFields } from './patch-fields.js';

export type BatchOperation =
  | (Readonly<Record<string, unknown>> & {
      readonly op: 'create';
      readonly fields: FieldValues;
      readonly tags?: readonly string[];
    })
  | {
      readonly op: 'update';
      readonly id: string;
      readonly fields?: FieldValues;
      readonly tags?: readonly string[];
      readonly version?: number;
    }
  | { readonly op: 'delete'; readonly id: string; readonly version?: number };

export interface BatchResult {
  readonly status: number;
  readonly record: AnyRecord | null;
}

interface Placed<Operation> {
  readonly operation: Operation;
  readonly prefix: string;
}

/**
 * Runs the operations in order. Adjacent operations of the same type are combined: a few statements for a thousand
 * records.
 */
export async function runBatch(
  transaction: WorkspaceTransaction,
  {
    kind,
    shape,
    operations,
  }: { readonly kind: RegisteredKind; readonly shape: RecordShape; readonly operations: readonly BatchOperation[] },
): Promise<readonly BatchResult[]> {
  refuseTwice(operations);
  const placed = operations.map((operation, index) => ({ operation, prefix: `/operations/${index}` }));
  const results: BatchResult[] = [];
  for (const run of runsOf(placed)) results.push(...(await runOf(transaction, { kind, shape }, run)));
  return results;
}

function runsOf(placed: readonly Placed<BatchOperation>[]): readonly (readonly Placed<BatchOperation>[])[] {
  const runs: Placed<BatchOperation>[][] = [];
  for (const entry of placed) {
    const current = runs.at(-1);
    if (current?.[0]?.operation.op === entry.operation.op) current.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

async function runOf(
  transaction: WorkspaceTransaction,
  { kind, shape }: { readonly kind: RegisteredKind; readonly shape: RecordShape },
  run: readonly Placed<BatchOperation>[],
): Promise<readonly BatchResult[]> {
  const { writer } = transaction;
  const creates = only(run, 'create');
  if (creates.length > 0) {
    const children = childKinds(transaction.workspace.schema, kind);
    const records = await createWithChildren(
      transaction,
      kind,
      creates.map(({ operation, prefix }) => {
        const { fields, tags } = operation;
        return { fields, ...(tags ? { tags } : {}), prefix, children: childrenIn(children, operation) };
      }),
    );
    return records.map((record) => ({ status: 201, record }));
  }
  const updates = only(run, 'update');
  if (updates.length > 0) {
    const records = await writer.update(
      kind,
      updates.map(({ operation, prefix }) => ({
        id: operation.id,
        prefix,
        ...(operation.tags ? { tags: operation.tags } : {}),
        change: (before: AnyRecord) => {
          assertVersion(before, operation.version, prefix);
          return patchFields(shape, before.fields as FieldValues, { patch: operation.fields ?? {}, prefix });
        },
      })),
      null,
    );
    return records.map((record) => ({ status: 200, record }));
  }
  const deletes = only(run, 'delete');
  const locked = await writer.locked.lock(
    kind,
    deletes.map(({ operation }) => operation.id),
    'delete',
  );
  for (const { operation, prefix } of deletes) {
    const record = locked.get(operation.id);
    if (record) assertVersion(record, operation.version, prefix);
  }
  await writer.remove(
    kind,
    deletes.map(({ operation, prefix }) => ({ id: operation.id, prefix })),
    null,
  );
  return deletes.map(() => ({ status: 204, record: null }));
}

function only<Op extends BatchOperation['op']>(
  run: readonly Placed<BatchOperation>[],
  op: Op,
): readonly Placed<Extract<BatchOperation, { readonly op: Op }>>[] {
  return run.filter(
    (entry): entry is Placed<Extract<BatchOperation, { readonly op: Op }>> => entry.operation.op === op,
  );
}

function assertVersion(record: AnyRecord, version: number | undefined, prefix: string): void {
  if (version !== undefined && version !== record.version) throw versionConflict(record.version, `${prefix}/version`);
}

/** The result of two operations on one record would depend on how they are grouped. */
function refuseTwice(operations: readonly BatchOperation[]): void {
  const seen = new Set<string>();
  const faults = operations.flatMap((operation, index) => {
    if (operation.op === 'create') return [];
    const id = operation.id.toLowerCase();
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [
      {
        path: `/operations/${index}/id`,
        code: 'duplicate',
        message: 'Another operation of the batch is on this record.',
      },
    ];
  });
  if (faults.length > 0) throw validationFailed(faults);
}
