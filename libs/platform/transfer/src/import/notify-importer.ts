import type { Transaction } from '@cubit/database';
import type { ImportResult } from './import-input.js';
import type { RowsContext } from './batch-context.js';

/** Notifies the user who requested the import that it is done: one notification, whatever the number of rows. */
export async function notifyImporter(
  { host, workspace, actor, kind }: RowsContext,
  tx: Transaction,
  { created, updated, rejected }: ImportResult,
): Promise<void> {
  if (actor.id === null) return;
  const [one, many] = kind.definition.title;
  const written = created + updated;
  const imported = `${written} ${(written === 1 ? one : many).toLowerCase()} imported`;
  const transaction = host.enter({ tx, workspace, actor });
  await host.services.notices.send(transaction, {
    message: rejected === 0 ? `${imported}.` : `${imported}, ${rejected} ${rejected === 1 ? 'row' : 'rows'} rejected.`,
    link: `/modules/${kind.module}/records/${kind.local}`,
    priority: rejected === 0 ? 'low' : 'normal',
    recipients: { users: [actor.id] },
  });
}
