import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import { commandRoutes } from './command/command.routes.js';
import { driveTables } from './tables/0001-drive.js';
import { TabBell, TABS_CHANNEL } from './tab/tab-bell.js';
import { streamRoute } from './tab/tab-stream.route.js';
import { tabRoutes } from './tab/tab.routes.js';

/**
 * Tabs that an agent may drive, and its commands. Requires the module `drive`. It is a capability because routes of modules
 * know neither the session of a request nor event streams, and a tab is no record.
 */
export const driveCapability: CapabilityFactory = {
  name: 'drive',
  migrations: {
    '0001-drive': { up: async (db: Kysely<unknown>) => void (await sql.raw(driveTables).execute(db)) },
  },
  create({ services, listen }) {
    const bell = new TabBell();
    listen(TABS_CHANNEL, (tabId) => bell.receive(tabId));
    const context = { services, bell, stopping: new AbortController() };
    return {
      name: 'drive',
      routes: [...tabRoutes(context), streamRoute(context), ...commandRoutes(context)],
      stop() {
        context.stopping.abort();
        return Promise.resolve();
      },
    };
  },
};
