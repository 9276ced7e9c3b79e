import type { ActionCall, RegisteredAction, WorkspaceTransaction } from '@cubit/core';

/**
 * Why the action is none that people could run on the record as it is now, as completing a task that is done; null where they could. A wire that
 * comes too late in this way has nothing to do, which is nothing that anybody has to mend. The record is held, so that it stays so.
 */
export async function objectionTo(
  transaction: WorkspaceTransaction,
  { id, definition }: RegisteredAction,
  record: ActionCall['record'],
): Promise<string | null> {
  const kind = record === null ? undefined : transaction.services.registry.kinds.get(record.kind);
  if (!record || !kind || !definition.available) return null;
  const { records } = transaction.contextOf(kind.module, null);
  const target = (await records.lock(kind.definition, [record.id])).get(record.id);
  const answer = target ? definition.available(target) : true;
  return answer === true ? null : `'${id}' cannot run: ${answer}.`;
}
