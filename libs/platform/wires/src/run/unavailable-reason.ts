import { type ActionCall, refusalOf, type WorkspaceTransaction } from '@cubit/records';
import type { RegisteredAction } from '@cubit/core/host';

/**
 * Why the action is not available for the record in its current state, such as completing a task that is done; null if it is available. Such
 * a run is skipped, because nothing needs to be fixed. Other refusals, such as insufficient stock, fail the run. Locks the record, so that
 * the answer stays true until the transaction ends.
 */
export async function unavailableReason(
  transaction: WorkspaceTransaction,
  action: RegisteredAction,
  record: ActionCall['record'],
): Promise<string | null> {
  const kind = record === null ? undefined : transaction.services.registry.kinds.get(record.kind);
  if (!record || !kind || !action.definition.available) return null;
  const { records } = transaction.contextOf(kind.module, null);
  const target = (await records.lock(kind.definition, [record.id])).get(record.id);
  const refusal = target ? await refusalOf(transaction, action, { record: target }) : null;
  const isUnavailable = refusal?.details.some(({ code }) => UNAVAILABLE_CODES.has(code));
  return refusal && isUnavailable === true ? refusal.message : null;
}

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set(['not_available', 'invalid_transition']);
