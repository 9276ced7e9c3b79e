import type { JSONColumnType, Kysely, Selectable } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { TabCommand } from '../command/command-schemas.js';

interface TabTable {
  workspace_id: string;
  id: string;
  user_id: string;
  /** The tab ends with it. */
  session_id: string;
  /** The address that the tab shows, without its query. */
  path: string;
  visible: boolean;
  following: boolean;
  /** The path that an agent opened, and the token that it used. */
  opened_path: string | null;
  opened_by: string | null;
  seen_at: Date;
}

/** `queued`: waits for the stream of the tab. `sent`: the tab has not answered yet. */
export type CommandState = 'queued' | 'sent' | 'done' | 'refused' | 'gone';

interface CommandTable {
  workspace_id: string;
  id: string;
  tab_id: string;
  token_id: string;
  token_name: string;
  command: JSONColumnType<TabCommand>;
  state: CommandState;
  reason: string | null;
  sent_at: Date;
}

export type TabRow = Selectable<TabTable>;
export type CommandRow = Selectable<CommandTable>;
export type DriveDatabase = Kysely<DatabaseSchema & { drive_tab: TabTable; drive_command: CommandTable }>;

/** The database with the tables of this package. */
export function driveIn(db: Kysely<DatabaseSchema> | Transaction['db']): DriveDatabase {
  return db as unknown as DriveDatabase;
}
