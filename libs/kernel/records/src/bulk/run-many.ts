import { CubitError, isCubitError, notFound } from '@cubit/core';
import type { Actor, RegisteredKind, WorkspaceAccess } from '@cubit/core/host';
import { inSavepoint, type Transaction } from '@cubit/database';
import type { EmittedEvent } from '../events/outbox.js';
import type { KernelServices } from '../workspace/services.js';
import { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import { TransactionBatch } from '../transaction/transaction-batch.js';
import { type BulkResult, runOperation } from './bulk-operation.js';
import type { BulkOperation, RecordKey } from './bulk-request.js';

const FIRST_SERVER_ERROR = 500;

export interface BulkContext {
  readonly services: KernelServices;
  readonly tx: Transaction;
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  readonly onEvents?: () => void;
}

export interface BulkRun {
  readonly operation: BulkOperation;
  readonly records: readonly RecordKey[];
  /** The first refusal refuses everything. Otherwise refused records are skipped. */
  readonly atomic: boolean;
}

export interface BulkRunOutcome {
  readonly outcomes: readonly BulkOutcome[];
  readonly events: readonly EmittedEvent[];
}

export interface BulkOutcome {
  readonly record: RecordKey;
  readonly done: BulkResult | null;
  readonly refusal: CubitError | null;
}

/** Runs an operation on each record, in one transaction: refused records are rolled back and skipped. */
export async function runMany(context: BulkContext, run: BulkRun): Promise<BulkRunOutcome> {
  const { services, tx, workspace } = context;
  const batch = new TransactionBatch({ tx, workspaceId: workspace.id, services });
  const outcomes: BulkOutcome[] = [];
  const events: EmittedEvent[] = [];
  const attempt = attemptWith(context, batch, events);
  for (const part of groupsOf(run.records)) outcomes.push(...(await runGroup(attempt, run, part)));
  batch.flush();
  return { outcomes, events };
}

/** All of them together, and one by one if one of them is refused. */
async function runGroup(attempt: Attempt, run: BulkRun, { group, offset }: Group): Promise<readonly BulkOutcome[]> {
  const together = await attempt(run, group);
  if (!isCubitError(together)) return together;
  const outcomes: BulkOutcome[] = [];
  for (const [index, record] of group.entries()) {
    const alone = group.length === 1 ? together : await attempt(run, [record]);
    if (isCubitError(alone) && run.atomic) throw atRecord(alone, offset + index);
    outcomes.push(...(isCubitError(alone) ? [skipped(record, alone)] : alone));
  }
  return outcomes;
}

interface Group {
  readonly group: readonly RecordKey[];
  readonly offset: number;
}

/** Adjacent records of one kind. */
function groupsOf(records: readonly RecordKey[]): readonly Group[] {
  const groups: { group: RecordKey[]; offset: number }[] = [];
  for (const [offset, record] of records.entries()) {
    const current = groups.at(-1);
    if (current?.group[0]?.kind === record.kind) current.group.push(record);
    else groups.push({ group: [record], offset });
  }
  return groups;
}

type Attempt = (run: BulkRun, group: readonly RecordKey[]) => Promise<readonly BulkOutcome[] | CubitError>;

/** An attempt returns the refusal if a rule refuses one of the records; other errors are thrown. */
function attemptWith(context: BulkContext, batch: TransactionBatch, events: EmittedEvent[]): Attempt {
  const { services, workspace, actor, onEvents } = context;
  return async ({ operation }, group) => {
    const kind = kindOf(context, group[0]?.kind ?? '');
    if (!kind) return notFound('Kind');
    try {
      let emitted: readonly EmittedEvent[] = [];
      const results = await inSavepoint(context.tx, async (tx) => {
        const parts = { services, tx, workspace, actor, batch, ...(onEvents ? { onEvents } : {}) };
        const transaction = new WorkspaceTransaction(parts);
        const ids = group.map(({ id }) => id);
        const done = await runOperation(transaction, operation, { kind, ids });
        emitted = transaction.outbox.emitted;
        return done;
      });
      batch.keep();
      events.push(...emitted);
      return results.map((done, index) => ({ record: group[index] as RecordKey, done, refusal: null }));
    } catch (error) {
      batch.drop();
      if (isCubitError(error) && error.status < FIRST_SERVER_ERROR) return error;
      throw error;
    }
  };
}

function kindOf({ services, workspace }: BulkContext, id: string): RegisteredKind | undefined {
  return workspace.schema.kinds.has(id) ? services.registry.kinds.get(id) : undefined;
}

function skipped(record: RecordKey, refusal: CubitError): BulkOutcome {
  return { record, done: null, refusal };
}

/** The refusal with the index of its record in the request. */
function atRecord(error: CubitError, index: number): unknown {
  const own = { path: `/records/${index}`, code: error.code, message: error.message };
  const details = error.details.map((detail) => ({
    ...detail,
    path: detail.path.startsWith('/input') ? detail.path : `/records/${index}${detail.path.replace(/^\/record\b/, '')}`,
  }));
  const options = { details: details.length > 0 ? details : [own], cause: error };
  return new CubitError({ code: error.code, status: error.status }, error.message, options);
}
