import type { Generated, Kysely } from 'kysely';
import type { DatabaseSchema, Priority, Transaction } from '@cubit/core';

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
  /** With `roles` null as well: everybody. */
  users: string[] | null;
  roles: string[] | null;
  /** A test of this channel, which goes to no other one. */
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
  /** Name or pattern. */
  event: string;
  enabled: boolean;
  /** Ids and types of channels; null: all. */
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
  /** Sealed JSON. */
  config: Buffer;
  /** Names and patterns; null: every event. */
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
  /** Asked for by an admin: sent whatever preferences say, and by a disabled channel too. */
  test: Generated<boolean>;
  /** It waits to be collected with others. */
  digest: Generated<boolean>;
  /** Which process's attempt it is. */
  owner: string | null;
  lease_until: Date | null;
  status: number | null;
  error: string | null;
  duration_ms: number | null;
  /** When it was over. */
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
