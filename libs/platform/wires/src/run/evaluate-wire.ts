import {
  evaluateCel,
  evaluateCelTemplate,
  type EvaluationTime,
  explainCel,
  type ExplainedPart,
} from '@cubit/expressions';
import { errorOf, validationFailed } from '@cubit/core';
import type { AnyRecord, WorkspaceAccess } from '@cubit/core/host';
import { readSubtrees, type WorkspaceTransaction } from '@cubit/records';
import { treesIn } from '../definition/wire-scope.js';
import type { CheckedExpressions } from '../definition/check-wire.js';
import { MAX_TARGETS } from '../settings.js';
import type { LoadedEvent } from './loaded-run.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The expressions of a wire, evaluated for one event. */
export interface Evaluation {
  condition(): boolean;
  /** The parts of the condition with their values; null for a wire without one. */
  parts(): readonly ExplainedPart[] | null;
  /** Ids of the targets; null if the action takes no record. */
  targets(): readonly string[] | null;
  /** Input of the run for `target`; `target` is null if the action takes no record. */
  input(target: string | null): Readonly<Record<string, unknown>>;
}

/** Reads the record and the subtrees that the expressions use. The evaluation itself does not access the database. */
export async function evaluateWire(
  transaction: WorkspaceTransaction,
  checked: CheckedExpressions,
  event: LoadedEvent,
): Promise<Evaluation> {
  const { workspace, tx } = transaction;
  const record = checked.readsRecord ? await subjectOf(transaction, checked, event) : undefined;
  const trees = { trees: treesIn(workspace.schema), workspaceId: workspace.id };
  const subtree = await readSubtrees(tx.db, trees, checked.subtrees);
  return evaluationOf(checked, { event, record, workspace, now: tx.now, subtree });
}

interface EvaluationContext {
  readonly event: LoadedEvent;
  readonly record: AnyRecord | undefined;
  readonly workspace: Pick<WorkspaceAccess, 'id' | 'slug' | 'name'>;
  readonly now: Date;
  readonly subtree?: EvaluationTime['subtree'];
}

/** Without a database: for a wire that does not read its record. */
export function evaluationOf(
  checked: CheckedExpressions,
  { event, record, workspace: { id, slug, name }, now, subtree }: EvaluationContext,
): Evaluation {
  const values = {
    event: {
      id: event.id,
      name: event.name,
      occurred_at: event.occurred_at.toISOString(),
      actor: event.actor,
      payload: event.payload,
    },
    ...(record ? { record } : {}),
    workspace: { id, slug, name },
  };
  const moment = { now, ...(subtree ? { subtree } : {}) };
  return {
    condition: () => checked.condition === null || evaluateCel(checked.condition, values, moment) === true,
    parts: () => (checked.condition === null ? null : explainCel(checked.condition, values, moment)),
    targets: () => (checked.record === null ? null : targetIds(evaluateCel(checked.record, values, moment))),
    input: (target) =>
      evaluateCelTemplate(checked.input, target === null ? values : { ...values, target }, moment) as Readonly<
        Record<string, unknown>
      >,
  };
}

async function subjectOf(
  transaction: WorkspaceTransaction,
  { scope: { subject } }: CheckedExpressions,
  { subjectId }: LoadedEvent,
): Promise<AnyRecord | undefined> {
  const kind = subject ? transaction.services.registry.kinds.get(subject.kind) : undefined;
  if (!kind || subjectId === null) return undefined;
  const { records } = transaction.contextOf(kind.module, null);
  return (await records.getMany(kind.definition, [subjectId])).get(subjectId);
}

function targetIds(value: unknown): readonly string[] {
  const ids = [...new Set(Array.isArray(value) ? value : [value])].filter((id) => id !== null);
  const invalid = ids.find((id) => !UUID.test(String(id)));
  if (invalid !== undefined)
    throw recordFault('invalid', `returns ${JSON.stringify(invalid)}, which is not a record id.`);
  if (ids.length > MAX_TARGETS)
    throw recordFault('too_many', `returns ${ids.length} records; the maximum is ${MAX_TARGETS}.`);
  return ids as string[];
}

function recordFault(code: string, message: string) {
  return validationFailed([{ path: '/record', code, message }]);
}

export function targetNotFound(id: string) {
  const message = `Record ${id} not found.`;
  return errorOf('not_found', message, { details: [{ path: '/record', code: 'not_found', message }] });
}
