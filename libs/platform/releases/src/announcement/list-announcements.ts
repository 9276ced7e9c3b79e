import { countRows } from '@cubit/database';
import { listPage } from '@cubit/access';
import type { Page, PageQuery } from '@cubit/core/host';
import type { SelectQueryBuilder } from 'kysely';
import type { AnnouncementRow, Audience, ReleaseDatabase, ReleaseTables } from '../tables/schema.js';

/** Announcements for any of the audiences. */
export function announcementsFor(
  db: ReleaseDatabase,
  audiences: readonly Audience[],
): SelectQueryBuilder<ReleaseTables, 'release_announcement', object> {
  return db.selectFrom('release_announcement').where('audience', 'in', audiences);
}

export function listAnnouncements(
  db: ReleaseDatabase,
  { query, audiences }: { readonly query: PageQuery; readonly audiences: readonly Audience[] },
): Promise<Page<AnnouncementRow>> {
  const visible = announcementsFor(db, audiences);
  return listPage<AnnouncementRow>(query, {
    list: `releases/${audiences.join()}`,
    rows: (after, limit) =>
      (after === null ? visible : visible.where('id', '<', after))
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    total: () => countRows(visible),
    idOf: ({ id }) => id,
  });
}
