import { sql, type RawBuilder } from 'kysely';
import type { Priority } from '@cubit/core';
import type { Digest, NotificationDatabase } from '../tables/schema.js';
import type { ChannelKey } from './channel-key.js';

/** How long others leave a delivery alone that a process has claimed, unless it is renewed. */
export const LEASE_S = 5;
/** Notifications in one mail. */
const DIGEST_LENGTH = 500;

/** A delivery that this process alone may make, with everything that making it needs. */
export interface Claimed {
  readonly id: string;
  readonly test: boolean;
  readonly digest: boolean;
  readonly event_type: string;
  readonly message: string;
  readonly link: string | null;
  readonly priority: Priority;
  readonly occurred_at: Date;
  /** Null where they are no member any more. */
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
  /** Sealed. */
  readonly config: Buffer;
  /** Null where it was deleted. */
  readonly workspace: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly schema_version: number;
  } | null;
}

export interface ClaimOptions {
  /** The process. */
  readonly owner: string;
  readonly now: Date;
}

/**
 * Takes deliveries of a channel that are due, for good: committed before anything of them leaves the instance. What is due is found once
 * (`materialized`): joined as it stands, it may be looked for again for every row, and each time be other rows.
 */
export function claimDeliveries(
  db: NotificationDatabase,
  key: ChannelKey,
  options: ClaimOptions & { readonly limit: number },
): Promise<readonly Claimed[]> {
  return claim(db, key, { ...options, which: sql`true` });
}

/** Takes what is collected for somebody along with what is claimed already. */
export function claimCollected(
  db: NotificationDatabase,
  key: ChannelKey,
  { userId, ...options }: ClaimOptions & { readonly userId: string },
): Promise<readonly Claimed[]> {
  return claim(db, key, { ...options, limit: DIGEST_LENGTH, which: sql`digest and user_id = ${userId}` });
}

async function claim(
  db: NotificationDatabase,
  { workspaceId, id }: ChannelKey,
  { owner, now, limit, which }: ClaimOptions & { readonly limit: number; readonly which: RawBuilder<unknown> },
): Promise<readonly Claimed[]> {
  const { rows } = await sql<Claimed>`
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

/** Keeps what this process is sending from being taken for lost. */
export async function renewLeases(
  db: NotificationDatabase,
  { owner, ids }: { readonly owner: string; readonly ids: readonly string[] },
): Promise<void> {
  await sql`update notification_delivery set lease_until = clock_timestamp() + ${sql.lit(LEASE_S)} * interval '1 second'
    where state = 'sending' and owner = ${owner} and notification_id = any(${ids}::uuid[])`.execute(db);
}

/** Gives claimed deliveries, of which nothing has left the instance, back for later. */
export async function postpone(
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
