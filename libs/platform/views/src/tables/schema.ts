import type { JSONColumnType, Kysely, Selectable } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';

export const LAYOUTS = ['table', 'board', 'calendar', 'gallery'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Fields that a layout uses: `group_by` of a board, `date` and `end` of a calendar, `cover` of a gallery. */
export type LayoutOptions = Readonly<Record<string, string>>;

interface SavedViewTable {
  workspace_id: string;
  id: string;
  name: string;
  kind: string;
  /** A filter, as for lists of records. */
  filter: string | null;
  sort: string | null;
  /** Null: all. */
  fields: string[] | null;
  /** A key of groups, as for `aggregate`: the columns of a board, the sections of a table. */
  group: string | null;
  /** A second key: the swim lanes of a board. */
  lanes: string | null;
  layout: Layout;
  layout_options: JSONColumnType<Record<string, string>>;
  /** True: visible to all members. False: visible to its owner only. */
  shared: boolean;
  /** Protects the view against accidental changes. */
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
