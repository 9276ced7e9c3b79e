import { type ArchivePart, occupiedBy } from '@cubit/runtime';
import { viewsIn } from '../tables/schema.js';
import { viewLine, type ViewLine } from '../views/view-schemas.js';

/** Saved views in the archive of a workspace, including personal ones. A view whose owner is not a member goes to the user who imports. */
export const viewArchive: ArchivePart<ViewLine> = {
  name: 'views',
  stage: 'content',
  row: viewLine,
  occupied: occupiedBy('saved_view'),
  async *rows({ db, workspaceId, addressesOf }) {
    const views = await viewsIn(db)
      .selectFrom('saved_view')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();
    const addressOf = await addressesOf(views.map((view) => view.created_by));
    for (const { workspace_id: _, created_by: maker, created_at, updated_at, ...view } of views)
      yield {
        ...view,
        created_by: addressOf(maker),
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      };
  },
  async take({ tx, workspaceId, importer, memberOf }, rows) {
    const values = rows.map(
      ({ fields, group = null, lanes = null, layout_options: options, created_by: maker, ...view }) => ({
        ...view,
        group,
        lanes,
        workspace_id: workspaceId,
        fields: fields && [...fields],
        layout_options: JSON.stringify(options),
        created_by: memberOf(maker) ?? importer,
        created_at: new Date(view.created_at),
        updated_at: new Date(view.updated_at),
      }),
    );
    await viewsIn(tx.db).insertInto('saved_view').values(values).execute();
  },
};
