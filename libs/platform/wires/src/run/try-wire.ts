import { invokeAction, type CapabilityHost, type WorkspaceAccess } from '@cubit/core';
import type { CheckedWire } from '../definition/check-wire.js';
import type { RunError } from '../tables/schema.js';
import { evaluateWire } from './evaluate-wire.js';
import { findTarget } from './find-target.js';
import type { LoadedEvent, LoadedWire } from './loaded-run.js';
import { isWeather, runError } from './run-error.js';

export interface Trial {
  readonly wire: Pick<LoadedWire, 'id' | 'action' | 'createdBy'>;
  readonly checked: CheckedWire;
  readonly event: LoadedEvent;
  /** As the wire's creator may use it. */
  readonly workspace: WorkspaceAccess;
}

/** What a wire would do; members that were not come to are null. */
export interface TrialOutcome {
  readonly condition: boolean | null;
  readonly records: readonly string[] | null;
  /** Of several targets: that of the first. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Of several targets: one result each. */
  readonly result: unknown;
  readonly error: RunError | null;
}

const NOTHING: TrialOutcome = { condition: null, records: null, input: null, result: null, error: null };

/** Thrown to undo everything that a trial wrote. */
class TrialOver extends Error {}

/** Does what a run would do, up to the point where it would commit, and undoes it. */
export async function tryWire(host: CapabilityHost, trial: Trial): Promise<TrialOutcome> {
  let outcome = NOTHING;
  try {
    await host.services.database.transaction(async (tx) => {
      outcome = NOTHING;
      const { wire, workspace, checked, event } = trial;
      const actor = { type: 'user', id: wire.createdBy, via: { type: 'wire', id: wire.id } } as const;
      // No dispatcher is woken for what is undone: the transaction never commits.
      const transaction = host.enter({ tx, workspace, actor, cause: null });
      const evaluation = await evaluateWire(transaction, checked, event);
      outcome = { ...outcome, condition: evaluation.condition() };
      const targets = evaluation.targets();
      outcome = { ...outcome, records: targets };
      outcome = { ...outcome, input: evaluation.input(targets?.[0] ?? null) };
      if (!outcome.condition) throw new TrialOver();
      const results: unknown[] = [];
      for (const target of targets ?? [null]) {
        const record = target === null ? null : await findTarget(transaction, checked, target);
        const { result } = await invokeAction(transaction, wire.action, { record, input: evaluation.input(target) });
        results.push(result);
      }
      await transaction.flush();
      outcome = { ...outcome, result: results.length > 1 ? results : (results[0] ?? null) };
      throw new TrialOver();
    });
  } catch (error) {
    if (error instanceof TrialOver) return outcome;
    if (isWeather(error)) throw error;
    const told = runError(error);
    if (told.code === 'internal') throw error;
    return { ...outcome, result: null, error: told };
  }
  return outcome;
}
