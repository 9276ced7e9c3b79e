import { sql, type RawBuilder } from 'kysely';
import type { Priority } from '@cubit/core/host';

/** The notification content of a sequenced event. */
export interface NotificationSource {
  readonly workspace_id: string;
  readonly event_id: string;
  readonly position: number;
  readonly occurred_at: string;
  readonly event_type: string;
  readonly message: string;
  readonly link: string | null;
  readonly priority: Priority;
  /** If both `users` and `roles` are null: every member. */
  readonly users: readonly string[] | null;
  readonly roles: readonly string[] | null;
  readonly notice_id: string | null;
  /** Test of this channel: the notification has the id of the notice, and preferences are ignored. */
  readonly channel_id: string | null;
}

/** A channel with new deliveries. */
export interface PendingChannel {
  readonly workspace_id: string;
  readonly channel_id: string;
}

/**
 * Inserts a notification for every recipient whose preferences allow it, and a delivery for every matching channel, in one statement. So no
 * channel sends a notification that is not in the bell.
 */
export function createNotifications(sources: readonly NotificationSource[]): RawBuilder<PendingChannel> {
  return sql<PendingChannel>`
    with source as materialized (
      select * from json_to_recordset(${JSON.stringify(sources)}::json) as s(workspace_id uuid, event_id uuid, position bigint,
        occurred_at timestamptz, event_type text, message text, link text, priority text, users uuid[], roles text[], notice_id uuid,
        channel_id uuid)
    ), spent as (
      delete from notice n using source s where n.workspace_id = s.workspace_id and n.id = s.notice_id
    ), wanted as materialized (
      select s.*, m.user_id, coalesce(case when s.channel_id is not null then s.notice_id end, notification_id()) as id, p.channels
      from source s
      join member m on m.workspace_id = s.workspace_id
        and ((s.users is null and s.roles is null) or m.user_id = any(s.users) or m.role = any(s.roles))
      left join lateral (
        select p.enabled, p.channels from notification_preference p
        where p.workspace_id = m.workspace_id and p.user_id = m.user_id and s.channel_id is null
          and notification_matches(p.event, s.event_type)
        order by right(p.event, 1) <> '*' desc, length(p.event) desc limit 1
      ) p on true
      where coalesce(p.enabled, true)
    ), raised as (
      insert into notification (workspace_id, user_id, position, id, event_id, event_type, message, link, priority, occurred_at)
      select workspace_id, user_id, position, id, event_id, event_type, message, link, priority, occurred_at from wanted
    ), carried as (
      insert into notification_delivery (workspace_id, channel_id, notification_id, position, user_id, due_at, test)
      select w.workspace_id, c.id, w.id, w.position, w.user_id, w.occurred_at, w.channel_id is not null
      from wanted w join notification_channel c on c.workspace_id = w.workspace_id and c.deleted_at is null
      where c.id = w.channel_id or (
        w.channel_id is null and c.enabled and notification_weight(w.priority) >= notification_weight(c.min_priority)
        and (c.events is null or exists (select from unnest(c.events) as e(pattern) where notification_matches(e.pattern, w.event_type)))
        and (w.channels is null or c.type = any(w.channels) or c.id::text = any(w.channels))
      )
      returning workspace_id, channel_id
    )
    select distinct workspace_id, channel_id from carried`;
}
