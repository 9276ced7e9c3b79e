import { sql, type Kysely } from 'kysely';
import type { RateLimiter } from '@cubit/http';
import type { CapabilityFactory } from '@cubit/runtime';
import { tagArchive } from './archive/tag-archive.js';
import { viewArchive } from './archive/view-archive.js';
import { displayRoutes } from './display/display.routes.js';
import { pairingRoutes } from './display/pairing.routes.js';
import { shownDisplayRoute } from './display/shown-display.route.js';
import { viewTables } from './tables/0001-views.js';
import { viewGroups } from './tables/0002-view-groups.js';
import { tagRoutes } from './tags/tag.routes.js';
import { viewRecordsRoute } from './views/view-records.route.js';
import { viewNames } from './views/view-names.js';
import { viewRoutes } from './views/view.routes.js';

function migration(text: string) {
  return { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) };
}

export interface ViewsOptions {
  /** Counts the codes of screens; null: no limits. Called when requests are answered. Default: no limits. */
  readonly limiter?: () => RateLimiter | null;
}

/** Saved views, displays on walls, and tags. The tables of displays are the kernel's, because they are credentials. */
export function viewsCapability({ limiter = () => null }: ViewsOptions = {}): CapabilityFactory {
  return {
    name: 'views',
    migrations: { '0001-views': migration(viewTables), '0002-view-groups': migration(viewGroups) },
    names: viewNames,
    create({ services, endStreams, flushDisplayUsage }) {
      const displays = { services, endStreams, flushDisplayUsage, limiter };
      return {
        name: 'views',
        archive: [tagArchive(services), viewArchive],
        routes: [
          ...viewRoutes(services),
          viewRecordsRoute(services),
          ...displayRoutes(displays),
          shownDisplayRoute(displays),
          ...pairingRoutes(displays),
          ...tagRoutes(services),
        ],
      };
    },
  };
}
