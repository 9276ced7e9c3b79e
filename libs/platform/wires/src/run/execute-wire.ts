import { causeOf } from './loaded-run.js';
import { invokeAction, type TransactionBatch } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';
import { evaluateWire } from './evaluate-wire.js';
import { findTarget } from './find-target.js';
import { type JudgedRun, type RunOutcome, targetOf } from './judge-run.js';
import { unavailableReason } from './unavailable-reason.js';

/** The target of a run, kept even if the run fails afterwards. */
export interface RunTarget {
  recordId: string | null;
}

export interface ExecuteWireOptions {
  readonly host: CapabilityHost;
  /** The transaction executes several runs. */
  readonly batch?: TransactionBatch | undefined;
}

/** Executes a judged run with the rights of the wire's creator. Throws if it fails. */
export async function executeWire(
  { host, batch }: ExecuteWireOptions,
  tx: Transaction,
  { judged, runTarget }: { readonly judged: JudgedRun; readonly runTarget: RunTarget },
): Promise<RunOutcome> {
  const { run, wire, event, checked, workspace, known } = judged;
  const transaction = host.enter({
    tx,
    workspace,
    actor: { type: 'user', id: wire.createdBy, via: { type: 'wire', id: wire.id } },
    cause: causeOf(run),
    ...(batch ? { batch } : {}),
  });
  const evaluation = known?.evaluation ?? (await evaluateWire(transaction, checked, event));
  const targetOrOutcome = known ?? targetOf(evaluation, run, wire);
  if ('type' in targetOrOutcome) return targetOrOutcome;
  const { target } = targetOrOutcome;
  runTarget.recordId = target;
  const record = target === null ? null : await findTarget(transaction, checked, target);
  // Checked only before the last attempt: until then another wire may make the action available.
  const reason = run.attemptsLeft > 1 ? null : await unavailableReason(transaction, checked.action, record);
  if (reason !== null) return { type: 'skipped', reason: { code: 'not_available', message: reason } };
  const { result } = await invokeAction(transaction, wire.action, { record, input: evaluation.input(target) });
  return { type: 'done', result };
}
