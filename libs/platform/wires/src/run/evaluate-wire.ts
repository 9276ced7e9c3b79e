import {
  evaluateCel,
  evaluateCelTemplate,
  fail,
  validationFailed,
  type AnyRecord,
  type WorkspaceTransaction,
} from '@cubit/core';
import type { CheckedWire } from '../definition/check-wire.js';
import { MAX_TARGETS } from '../settings.js';
import type { LoadedEvent } from './loaded-run.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A wire's expressions on one event. */
export interface Evaluation {
  condition(): boolean;
  /** Ids of the targets; null where the action gets no record. */
  targets(): readonly string[] | null;
  /** Of the run for one target; null where the action gets no record. */
  input(target: string | null): Readonly<Record<string, unknown>>;
}

/** Reads what the expressions name; evaluating them reads nothing more. */
export async function evaluateWire(
  transaction: WorkspaceTransaction,
  checked: CheckedWire,
  event: LoadedEvent,
): Promise<Evaluation> {
  const { workspace, tx } = transaction;
  const record = checked.readsRecord ? await subjectOf(transaction, checked, event) : undefined;
  const values = {
    event: {
      id: event.id,
      name: event.name,
      occurred_at: event.occurred_at.toISOString(),
      actor: event.actor,
      payload: event.payload,
    },
    ...(record ? { record } : {}),
    workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
  };
  const moment = { now: tx.now };
  return {
    condition: () => checked.condition === null || evaluateCel(checked.condition, values, moment) === true,
    targets: () => (checked.record === null ? null : targetIds(evaluateCel(checked.record, values, moment))),
    input: (target) =>
      evaluateCelTemplate(checked.input, target === null ? values : { ...values, target }, moment) as Readonly<
        Record<string, unknown>
      >,
  };
}

async function subjectOf(
  transaction: WorkspaceTransaction,
  { scope: { subject } }: CheckedWire,
  { subjectId }: LoadedEvent,
): Promise<AnyRecord | undefined> {
  const kind = subject ? transaction.services.registry.kinds.get(subject.kind) : undefined;
  if (!kind || subjectId === null) return undefined;
  const { records } = transaction.contextOf(kind.module, null);
  return (await records.getMany(kind.definition, [subjectId])).get(subjectId);
}

function targetIds(value: unknown): readonly string[] {
  const ids = [...new Set(Array.isArray(value) ? value : [value])].filter((id) => id !== null);
  const wrong = ids.find((id) => !UUID.test(String(id)));
  if (wrong !== undefined) throw atRecord('invalid', `gives ${JSON.stringify(wrong)}, which is no id of a record.`);
  if (ids.length > MAX_TARGETS) throw atRecord('too_many', `gives ${ids.length} records; ${MAX_TARGETS} at most.`);
  return ids as string[];
}

function atRecord(code: string, message: string) {
  return validationFailed([{ path: '/record', code, message }]);
}

export function noSuchTarget(id: string) {
  const message = `Record ${id} not found.`;
  return fail('not_found', message, { details: [{ path: '/record', code: 'not_found', message }] });
}
