import { sql, type RawBuilder } from 'kysely';
import type { Priority } from '@cubit/core/host';
import type { Digest, NotificationDatabase } from '../tables/schema.js';
import type { ChannelKey } from './channel-key.js';

/** Lease of a claimed delivery, in seconds, unless it is renewed. */
export const LEASE_S = 5;
/** Maximum number of notifications in one digest. */
const DIGEST_LENGTH = 500;

/** A delivery that this process has claimed, with everything that sending it needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly test: boolean;
  readonly digest: boolean;
  readonly event_type: string;
  readonly message: string;
  readonly link: string | null;
  readonly priority: Priority;
  readonly occurred_at: Date;
  /** Null if the user is not a member any more. */
  readonly user: { readonly id: string; readonly name: string; readonly email: string } | null;
  readonly setting: {
    readonly time_zone: string;
    readonly quiet_from: string | null;
    readonly quiet_to: string | null;
    readonly email_digest: Digest;
  } | null;
  readonly channel: {
    readonly id: string;
    readonly type: string;
    readonly name: string;
    readonly enabled: boolean;
    readonly deleted: boolean;
    readonly failures_in_row: number;
  };
  /** Encrypted. */
  readonly config: Buffer;
  /** Null if the workspace was deleted. */
  readonly workspace: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly schema_version: number;
  } | null;
}

export interface ClaimOptions {
  /** Id of the claiming process. */
  readonly owner: string;
  readonly now: Date;
}

/**
 * Claims due deliveries of a channel. The claim is committed before anything is sent. `materialized` is required: without it, the planner may
 * run the subquery again for each joined row and get other rows each time.
 */
export function claimDeliveries(
  db: NotificationDatabase,
  key: ChannelKey,
  options: ClaimOptions & { readonly limit: number },
): Promise<readonly ClaimedDelivery[]> {
  return claim(db, key, { ...options, which: sql`true` });
}

/** Claims the remaining digest deliveries of a user. */
export function claimCollected(
  db: NotificationDatabase,
  key: ChannelKey,
  { userId, ...options }: ClaimOptions & { readonly userId: string },
): Promise<readonly ClaimedDelivery[]> {
  return claim(db, key, { ...options, limit: DIGEST_LENGTH, which: sql`digest and user_id = ${userId}` });
}

async function claim(
  db: NotificationDatabase,
  { workspaceId, id }: ChannelKey,
  { owner, now, limit, which }: ClaimOptions & { readonly limit: number; readonly which: RawBuilder<unknown> },
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select notification_id from notification_delivery
      where workspace_id = ${workspaceId} and channel_id = ${id} and state = 'pending' and due_at <= ${now} and ${which}
      order by due_at, notification_id limit ${limit} for update skip locked
    ), claimed as (
      update notification_delivery d
      set state = 'sending', owner = ${owner}, lease_until = clock_timestamp() + ${sql.lit(LEASE_S)} * interval '1 second'
      from due
      where d.workspace_id = ${workspaceId} and d.channel_id = ${id} and d.notification_id = due.notification_id
      returning d.notification_id, d.user_id, d.test, d.digest
    )
    select n.id, d.test, d.digest, n.event_type, n.message, n.link, n.priority, n.occurred_at,
      case when m.user_id is not null then json_build_object('id', u.id, 'name', u.name, 'email', u.email) end as user,
      case when s.user_id is not null then json_build_object('time_zone', s.time_zone, 'quiet_from', s.quiet_from, 'quiet_to', s.quiet_to,
        'email_digest', s.email_digest) end as setting,
      json_build_object('id', c.id, 'type', c.type, 'name', c.name, 'enabled', c.enabled, 'deleted', c.deleted_at is not null,
        'failures_in_row', c.failures_in_row) as channel,
      c.config,
      case when w.id is not null then json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'schema_version', w.schema_version) end
        as workspace
    from claimed d
    join notification n on n.workspace_id = ${workspaceId} and n.id = d.notification_id
    join notification_channel c on c.workspace_id = ${workspaceId} and c.id = ${id}
    left join member m on m.workspace_id = ${workspaceId} and m.user_id = d.user_id
    left join app_user u on u.id = m.user_id
    left join notification_setting s on s.workspace_id = ${workspaceId} and s.user_id = d.user_id
    left join workspace w on w.id = ${workspaceId} and w.deleted_at is null
    order by n.position, n.id`.execute(db);
  return rows;
}

/** Extends the leases of the deliveries that this process is sending. */
export async function renewLeases(
  db: NotificationDatabase,
  { owner, ids }: { readonly owner: string; readonly ids: readonly string[] },
): Promise<void> {
  await sql`update notification_delivery set lease_until = clock_timestamp() + ${sql.lit(LEASE_S)} * interval '1 second'
    where state = 'sending' and owner = ${owner} and notification_id = any(${ids}::uuid[])`.execute(db);
}

/** Returns a claimed delivery that was not sent, to be sent at `dueAt`. */
export async function postponeDelivery(
  db: NotificationDatabase,
  { workspaceId, id }: ChannelKey,
  {
    owner,
    notificationId,
    dueAt,
    digest,
  }: { readonly owner: string; readonly notificationId: string; readonly dueAt: Date; readonly digest: boolean },
): Promise<void> {
  await sql`update notification_delivery set state = 'pending', owner = null, lease_until = null, due_at = ${dueAt}, digest = ${digest}
    where workspace_id = ${workspaceId} and channel_id = ${id} and notification_id = ${notificationId}
      and state = 'sending' and owner = ${owner}`.execute(db);
}
