import type { Generated, Kysely, Selectable } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';

export const AUDIENCES = ['admins', 'all'] as const;
export type Audience = (typeof AUDIENCES)[number];

interface AnnouncementTable {
  id: string;
  version: string;
  title: string;
  notes: string;
  url: string | null;
  audience: Audience;
  announced_by: string | null;
  announced_at: Date;
  /** When the last workspace was notified. */
  completed_at: Date | null;
  workspace_count: Generated<number>;
  person_count: Generated<number>;
}

export type AnnouncementRow = Selectable<AnnouncementTable>;

export type ReleaseTables = DatabaseSchema & { release_announcement: AnnouncementTable };
export type ReleaseDatabase = Kysely<ReleaseTables>;

/** The database with the tables of this package. */
export function releasesIn(db: Kysely<DatabaseSchema> | Transaction['db']): ReleaseDatabase {
  return db as unknown as ReleaseDatabase;
}
