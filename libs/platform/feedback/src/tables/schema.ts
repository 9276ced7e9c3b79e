import type { Kysely, Selectable } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';

export const ITEM_KINDS = ['bug', 'idea', 'praise'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

interface ItemTable {
  workspace_id: string;
  id: string;
  kind: ItemKind;
  text: string;
  page: string | null;
  contact: string | null;
  /** The user whose credential submitted it; null if an imported item has an author who is not a member. */
  submitted_by: string | null;
  created_at: Date;
}

export type ItemRow = Selectable<ItemTable>;

export type FeedbackDatabase = Kysely<DatabaseSchema & { feedback_item: ItemTable }>;

/** The database with the table of this package. */
export function feedbackIn(db: Kysely<DatabaseSchema> | Transaction['db']): FeedbackDatabase {
  return db as unknown as FeedbackDatabase;
}
