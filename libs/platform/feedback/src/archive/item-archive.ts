import { type ArchivePart, occupiedBy } from '@cubit/runtime';
import { Type, type Static } from 'typebox';
import { itemKind } from '../item/item-schemas.js';
import { feedbackIn } from '../tables/schema.js';

const text = Type.String();
const optional = Type.Union([text, Type.Null()]);
const itemLine = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: itemKind,
    text,
    page: optional,
    contact: optional,
    /** Email address of the user. */
    submitted_by: optional,
    created_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);

/** Feedback in the archive of a workspace. An item whose author is not a member of the new workspace has no author. */
export const itemArchive: ArchivePart<Static<typeof itemLine>> = {
  name: 'feedback',
  stage: 'content',
  row: itemLine,
  occupied: occupiedBy('feedback_item'),
  async *rows({ db, workspaceId, addressesOf }) {
    const items = await feedbackIn(db)
      .selectFrom('feedback_item')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();
    const addressOf = await addressesOf(items.map(({ submitted_by }) => submitted_by));
    for (const { workspace_id: _, submitted_by, created_at, ...item } of items)
      yield { ...item, submitted_by: addressOf(submitted_by), created_at: created_at.toISOString() };
  },
  async take({ tx, workspaceId, memberOf }, rows) {
    const values = rows.map(({ submitted_by, created_at, ...item }) => ({
      ...item,
      workspace_id: workspaceId,
      submitted_by: memberOf(submitted_by),
      created_at: new Date(created_at),
    }));
    await feedbackIn(tx.db).insertInto('feedback_item').values(values).execute();
  },
};
