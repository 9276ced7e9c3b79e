import { sql } from 'kysely';
import { Recurring } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import { notificationsIn, type NotificationDatabase } from '../tables/schema.js';
import type { ChannelKey } from './channel-key.js';
import { purge } from './purge.js';

const SWEEP_MS = 1_000;
const SWEEPS_PER_PURGE = 1_800;
const LOST_MESSAGE = 'The process that was sending it ended. It is not known whether it arrived; it is not sent again.';

interface SweeperOptions {
  readonly services: Pick<KernelServices, 'database' | 'log' | 'now'>;
  readonly offer: (key: ChannelKey) => void;
}

/** Finds due deliveries, marks lost deliveries and deletes old rows. Several processes may run a sweeper. */
export class DeliverySweeper extends Recurring {
  constructor({ services, offer }: SweeperOptions) {
    const { database, log, now: clock } = services;
    let sweeps = 0;
    super({
      everyMs: SWEEP_MS,
      atOnce: true,
      async work(signal) {
        const db = notificationsIn(database.db);
        const now = clock();
        await markLostDeliveries(db, now);
        for (const { workspace_id: workspaceId, channel_id: id } of await channelsDue(db, now))
          offer({ workspaceId, id });
        sweeps += 1;
        if (sweeps % SWEEPS_PER_PURGE === 0) await purge(db, now, () => signal.aborted);
      },
      // The next sweep does the work.
      onError: (error) => log.warn({ err: error }, 'deliveries could not be swept'),
    });
  }
}

/** Marks deliveries whose process ended as `unknown`. They are not sent again, because they may have arrived. */
async function markLostDeliveries(db: NotificationDatabase, now: Date): Promise<void> {
  await sql`update notification_delivery set state = 'unknown', error = ${LOST_MESSAGE}, at = ${now}, lease_until = null
    where state = 'sending' and lease_until < clock_timestamp()`.execute(db);
}

/** Channels with due deliveries. The recursive query takes one index step per channel, regardless of its number of deliveries. */
async function channelsDue(
  db: NotificationDatabase,
  now: Date,
): Promise<readonly { readonly workspace_id: string; readonly channel_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; channel_id: string }>`
    with recursive lane as (
      (select workspace_id, channel_id from notification_delivery where state = 'pending' order by workspace_id, channel_id limit 1)
      union all
      select n.workspace_id, n.channel_id from lane l cross join lateral (
        select workspace_id, channel_id from notification_delivery
        where state = 'pending' and (workspace_id, channel_id) > (l.workspace_id, l.channel_id)
        order by workspace_id, channel_id limit 1
      ) n
    )
    select l.workspace_id, l.channel_id from lane l where exists (
      select from notification_delivery d
      where d.workspace_id = l.workspace_id and d.channel_id = l.channel_id and d.state = 'pending' and d.due_at <= ${now}
    )`.execute(db);
  return rows;
}
