import type { ExplainedPart } from '@cubit/expressions';
import { invokeAction, type WorkspaceTransaction } from '@cubit/records';
import { isUnavailable } from '@cubit/database';
import type { CapabilityHost } from '@cubit/runtime';
import type { WorkspaceAccess } from '@cubit/core/host';
import type { CheckedExpressions, CheckedWire } from '../definition/check-wire.js';
import type { RunError } from '../tables/schema.js';
import { evaluateWire } from './evaluate-wire.js';
import { findTarget } from './find-target.js';
import type { LoadedEvent } from './loaded-run.js';
import { toRunError } from './run-error.js';

export interface Trial {
  readonly wireId: string;
  /** Id of the member in whose name it runs. */
  readonly owner: string;
  readonly event: LoadedEvent;
  /** Access with the role of the owner. */
  readonly workspace: WorkspaceAccess;
}

/** Result of a test. Members that were not evaluated are null. */
export interface TrialOutcome {
  readonly condition: boolean | null;
  /** Null for a wire without a condition. */
  readonly parts: readonly ExplainedPart[] | null;
  readonly records: readonly string[] | null;
  /** If there are several targets: the input for the first. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** If there are several targets: a list of results. */
  readonly result: unknown;
  readonly error: RunError | null;
}

export const NOT_EVALUATED: TrialOutcome = {
  condition: null,
  parts: null,
  records: null,
  input: null,
  result: null,
  error: null,
};

/** Executes a wire like a run, up to the commit, for `maxTargets` of its targets at most, and rolls back. */
export function tryWire(
  host: CapabilityHost,
  trial: Trial & { readonly checked: CheckedWire; readonly maxTargets?: number },
): Promise<TrialOutcome> {
  const { checked, event, maxTargets = Infinity } = trial;
  return rolledBack(host, trial, async (transaction, note) => {
    const evaluation = await evaluateWire(transaction, checked, event);
    note({ parts: evaluation.parts() });
    const condition = evaluation.condition();
    note({ condition });
    const targets = evaluation.targets();
    note({ records: targets });
    note({ input: evaluation.input(targets?.[0] ?? null) });
    if (!condition) return;
    const results: unknown[] = [];
    for (const target of targets?.slice(0, maxTargets) ?? [null]) {
      const record = target === null ? null : await findTarget(transaction, checked, target);
      const input = evaluation.input(target);
      const { result } = await invokeAction(transaction, checked.action.id, { record, input });
      results.push(result);
    }
    await transaction.flush();
    await transaction.tx.session.send();
    note({ result: results.length > 1 ? results : (results[0] ?? null) });
  });
}

/** Evaluates the condition of a wire that has no action yet. */
export function tryCondition(
  host: CapabilityHost,
  trial: Trial & { readonly checked: CheckedExpressions },
): Promise<TrialOutcome> {
  return rolledBack(host, trial, async (transaction, note) => {
    const evaluation = await evaluateWire(transaction, trial.checked, trial.event);
    note({ parts: evaluation.parts() });
    note({ condition: evaluation.condition() });
  });
}

/** Thrown to roll back the test. */
class TrialRollback extends Error {}

type Work = (transaction: WorkspaceTransaction, note: (found: Partial<TrialOutcome>) => void) => Promise<void>;

/** What `work` notes before it ends or fails, in a transaction that is rolled back. */
async function rolledBack(host: CapabilityHost, trial: Trial, work: Work): Promise<TrialOutcome> {
  const { wireId, owner, workspace } = trial;
  let outcome = NOT_EVALUATED;
  try {
    await host.services.database.transaction(async (tx) => {
      // A transaction that meets a conflict starts again.
      outcome = NOT_EVALUATED;
      const actor = { type: 'user', id: owner, via: { type: 'wire', id: wireId } } as const;
      await work(host.enter({ tx, workspace, actor, cause: null }), (found) => {
        outcome = { ...outcome, ...found };
      });
      throw new TrialRollback();
    });
  } catch (error) {
    if (error instanceof TrialRollback) return outcome;
    if (isUnavailable(error)) throw error;
    const runError = toRunError(error);
    if (runError.code === 'internal') throw error;
    return { ...outcome, result: null, error: runError };
  }
  return outcome;
}
