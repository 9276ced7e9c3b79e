import type { Generated, Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { Priority } from '@cubit/core/host';

export const STORED_STATES = ['pending', 'sending', 'delivered', 'failed', 'refused', 'unknown'] as const;
export type StoredState = (typeof STORED_STATES)[number];

export const DIGESTS = ['off', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];

interface NoticeTable {
  workspace_id: string;
  id: string;
  message: string;
  link: string | null;
  priority: Priority;
  /** If both `users` and `roles` are null: every member. */
  users: string[] | null;
  roles: string[] | null;
  /** Test of this channel; no other channel delivers it. */
  channel_id: string | null;
}

interface NotificationTable {
  workspace_id: string;
  user_id: string;
  position: number;
  id: string;
  event_id: string;
  event_type: string;
  message: string;
  link: string | null;
  priority: Priority;
  occurred_at: Date;
  read_at: Date | null;
}

interface PreferenceTable {
  workspace_id: string;
  user_id: string;
  /** Event name or pattern. */
  event: string;
  enabled: boolean;
  /** Channel ids and types; null: all channels. */
  channels: string[] | null;
}

interface SettingTable {
  workspace_id: string;
  user_id: string;
  time_zone: string;
  /** `22:00`. */
  quiet_from: string | null;
  quiet_to: string | null;
  email_digest: Digest;
}

interface ChannelTable {
  workspace_id: string;
  id: string;
  type: string;
  name: string;
  enabled: boolean;
  /** Encrypted JSON. */
  config: Buffer;
  /** Event names and patterns; null: every event. */
  events: string[] | null;
  min_priority: Priority;
  failures_in_row: Generated<number>;
  failing_since: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface DeliveryTable {
  workspace_id: string;
  channel_id: string;
  notification_id: string;
  position: number;
  user_id: string;
  state: Generated<StoredState>;
  due_at: Date;
  /** Test by an administrator: sent regardless of preferences, even by a disabled channel. */
  test: Generated<boolean>;
  /** Waits for the next digest. */
  digest: Generated<boolean>;
  /** Id of the process that claimed the delivery. */
  owner: string | null;
  lease_until: Date | null;
  status: number | null;
  error: string | null;
  duration_ms: number | null;
  /** When the delivery ended. */
  at: Date | null;
}

interface NotificationTables {
  notice: NoticeTable;
  notification: NotificationTable;
  notification_preference: PreferenceTable;
  notification_setting: SettingTable;
  notification_channel: ChannelTable;
  notification_delivery: DeliveryTable;
}

export type NotificationDatabase = Kysely<DatabaseSchema & NotificationTables>;

/** The database with the tables of this package. */
export function notificationsIn(db: Kysely<DatabaseSchema> | Transaction['db']): NotificationDatabase {
  return db as unknown as NotificationDatabase;
}
