import type { Registry } from '@cubit/core/host';
import { inSavepoint, outageOf, type Transaction } from '@cubit/database';
import type { TransactionBatch } from '@cubit/records';
import type { JudgedRun, RunOutcome } from './judge-run.js';

interface LockTargetsOptions {
  readonly registry: Registry;
  readonly judged: readonly (JudgedRun | RunOutcome | undefined)[];
}

/**
 * Locks the known targets of a batch with one statement for each kind, in the order of their ids, so that two batches with the same targets
 * seldom wait for each other. False if one of them stays locked elsewhere: then none is locked, and each run locks its own.
 */
export async function lockTargets(
  tx: Transaction,
  batch: TransactionBatch,
  { registry, judged }: LockTargetsOptions,
): Promise<boolean> {
  const targets = new Map<string, Set<string>>();
  for (const run of judged) {
    if (run?.type !== 'judged' || run.checked.targetKind === null || typeof run.known?.target !== 'string') continue;
    const ids = targets.get(run.checked.targetKind) ?? new Set();
    targets.set(run.checked.targetKind, ids.add(run.known.target));
  }
  const groups = [...targets].filter(([, ids]) => ids.size > 1);
  if (groups.length === 0) return true;
  try {
    await inSavepoint(
      tx,
      async () => {
        for (const [kindId, ids] of groups) {
          const kind = registry.kinds.get(kindId);
          if (kind) await batch.locked.lock(kind, [...ids]);
        }
      },
      { keep: true },
    );
    return true;
  } catch (error) {
    batch.locked.forget();
    if (outageOf(error) !== 'locked') throw error;
    return false;
  }
}
