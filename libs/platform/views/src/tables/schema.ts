import type { JSONColumnType, Kysely, Selectable } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/core';

export const LAYOUTS = ['table', 'board', 'calendar', 'gallery'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Which fields a layout is drawn by: `group_by` of a board, `date` and `end` of a calendar, `cover` of a gallery. */
export type LayoutOptions = Readonly<Record<string, string>>;

interface SavedViewTable {
  workspace_id: string;
  id: string;
  name: string;
  kind: string;
  /** A filter as lists of records take it. */
  filter: string | null;
  sort: string | null;
  /** Null: all. */
  fields: string[] | null;
  layout: Layout;
  layout_options: JSONColumnType<Record<string, string>>;
  /** For everybody in the workspace; otherwise for its maker alone. */
  shared: boolean;
  /** Not to be changed by mistake. */
  locked: boolean;
  position: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

export type ViewRow = Selectable<SavedViewTable>;
export type ViewDatabase = Kysely<DatabaseSchema & { saved_view: SavedViewTable }>;

/** The database with the table of this package. */
export function viewsIn(db: Kysely<DatabaseSchema> | Transaction['db']): ViewDatabase {
  return db as unknown as ViewDatabase;
}
