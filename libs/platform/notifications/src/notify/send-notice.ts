import { sql } from 'kysely';
import type { NotificationInput } from '@cubit/core';
import type { NoticePort, WorkspaceScope } from '@cubit/records';
import type { Recipients } from '@cubit/core/host';
import { noticeSent } from '../module/events.js';
import { notificationsModule } from '../module/notifications.module.js';
import { notificationsIn } from '../tables/schema.js';

interface StoredNotice extends NotificationInput {
  /** Set for a test of this channel. */
  readonly channelId?: string;
}

/** Inserts a notice and emits its event; the notifications are created when the event is sequenced. Returns the id of the notice. */
export async function sendNotice(transaction: WorkspaceScope, notice: StoredNotice): Promise<string> {
  const { message, link = null, priority = 'normal', recipients = {}, channelId = null } = notice;
  const { tx, workspace, services } = transaction;
  const id = services.newId();
  await notificationsIn(tx.db)
    .insertInto('notice')
    .values({
      workspace_id: workspace.id,
      id,
      message,
      link,
      priority,
      ...recipientColumns(recipients),
      channel_id: channelId,
    })
    .execute();
  transaction.contextOf(notificationsModule.name, null).emit(noticeSent, { noticeId: id, priority });
  return id;
}

export const noticePort: NoticePort = {
  async send(transaction, notice) {
    await sendNotice(transaction, notice);
    const { users, roles } = recipientColumns(notice.recipients ?? {});
    const { rows } = await sql<{ recipients: number }>`select count(*) as recipients from member
      where workspace_id = ${transaction.workspace.id}
        and ((${users}::uuid[] is null and ${roles}::text[] is null) or user_id = any(${users}::uuid[]) or role = any(${roles}::text[]))`.execute(
      transaction.tx.db,
    );
    return { recipients: rows[0]?.recipients ?? 0 };
  },
};

/** Columns of the recipients. Both null: every member. */
function recipientColumns({ users = [], roles = [], everyone = false }: Recipients) {
  const all = everyone || (users.length === 0 && roles.length === 0);
  return { users: all ? null : [...users], roles: all ? null : [...roles] };
}
