import { invokeAction } from '@cubit/records';
import { isUnavailable } from '@cubit/database';
import type { CapabilityHost } from '@cubit/runtime';
import type { WorkspaceAccess } from '@cubit/core/host';
import type { CheckedWire } from '../definition/check-wire.js';
import type { RunError } from '../tables/schema.js';
import { evaluateWire } from './evaluate-wire.js';
import { findTarget } from './find-target.js';
import type { LoadedEvent, LoadedWire } from './loaded-run.js';
import { toRunError } from './run-error.js';

export interface Trial {
  readonly wire: Pick<LoadedWire, 'id' | 'action' | 'createdBy'>;
  readonly checked: CheckedWire;
  readonly event: LoadedEvent;
  /** Access with the role of the wire's creator. */
  readonly workspace: WorkspaceAccess;
}

/** Result of a test. Members that were not evaluated are null. */
export interface TrialOutcome {
  readonly condition: boolean | null;
  readonly records: readonly string[] | null;
  /** If there are several targets: the input for the first. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** If there are several targets: a list of results. */
  readonly result: unknown;
  readonly error: RunError | null;
}

const NOT_EVALUATED: TrialOutcome = { condition: null, records: null, input: null, result: null, error: null };

/** Thrown to roll back the test. */
class TrialRollback extends Error {}

/** Executes a wire like a run, up to the commit, and rolls back. */
export async function tryWire(host: CapabilityHost, trial: Trial): Promise<TrialOutcome> {
  let outcome = NOT_EVALUATED;
  try {
    await host.services.database.transaction(async (tx) => {
      outcome = NOT_EVALUATED;
      const { wire, workspace, checked, event } = trial;
      const actor = { type: 'user', id: wire.createdBy, via: { type: 'wire', id: wire.id } } as const;
      const transaction = host.enter({ tx, workspace, actor, cause: null });
      const evaluation = await evaluateWire(transaction, checked, event);
      outcome = { ...outcome, condition: evaluation.condition() };
      const targets = evaluation.targets();
      outcome = { ...outcome, records: targets };
      outcome = { ...outcome, input: evaluation.input(targets?.[0] ?? null) };
      if (!outcome.condition) throw new TrialRollback();
      const results: unknown[] = [];
      for (const target of targets ?? [null]) {
        const record = target === null ? null : await findTarget(transaction, checked, target);
        const { result } = await invokeAction(transaction, wire.action, { record, input: evaluation.input(target) });
        results.push(result);
      }
      await transaction.flush();
      await tx.session.send();
      outcome = { ...outcome, result: results.length > 1 ? results : (results[0] ?? null) };
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
