import { sql, type RawBuilder } from 'kysely';
import type { NotificationDatabase } from '../tables/schema.js';

const DELIVERIES_KEPT_DAYS = 90;
const READ_KEPT_DAYS = 365;
const ROWS_PER_STEP = 1_000;

/** Deletes old deliveries, old read notifications and deleted channels in small steps. Unread notifications stay. */
export async function purge(db: NotificationDatabase, now: Date, stopped: () => boolean): Promise<void> {
  const days = (count: number) => sql`${now}::timestamptz - ${sql.lit(count)} * interval '1 day'`;
  const steps: readonly RawBuilder<unknown>[] = [
    sql`delete from notification_delivery where ctid in (
      select ctid from notification_delivery where at < ${days(DELIVERIES_KEPT_DAYS)} limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from notification where ctid in (
      select n.ctid from notification n where n.occurred_at < ${days(READ_KEPT_DAYS)} and n.read_at is not null
        and not exists (select from notification_delivery d
          where d.workspace_id = n.workspace_id and d.notification_id = n.id and d.state in ('pending', 'sending'))
      limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from notification_delivery where ctid in (
      select d.ctid from notification_delivery d
      join notification_channel c on c.workspace_id = d.workspace_id and c.id = d.channel_id
      where c.deleted_at is not null and d.state <> 'sending' limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from notification_channel c where c.deleted_at is not null and not exists (
      select from notification_delivery d where d.workspace_id = c.workspace_id and d.channel_id = c.id)`,
  ];
  for (const step of steps)
    for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !stopped();)
      removed = Number((await step.execute(db)).numAffectedRows ?? 0n);
}
