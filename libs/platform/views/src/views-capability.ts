import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import { tagArchive } from './archive/tag-archive.js';
import { viewArchive } from './archive/view-archive.js';
import { viewTables } from './tables/0001-views.js';
import { viewGroups } from './tables/0002-view-groups.js';
import { tagRoutes } from './tags/tag.routes.js';
import { viewRecordsRoute } from './views/view-records.route.js';
import { viewNames } from './views/view-names.js';
import { viewRoutes } from './views/view.routes.js';

function migration(text: string) {
  return { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) };
}

/** Saved views and tags. */
export const viewsCapability: CapabilityFactory = {
  name: 'views',
  migrations: { '0001-views': migration(viewTables), '0002-view-groups': migration(viewGroups) },
  names: viewNames,
  create: ({ services }) => ({
    name: 'views',
    archive: [tagArchive(services), viewArchive],
    routes: [...viewRoutes(services), viewRecordsRoute(services), ...tagRoutes(services)],
  }),
};
