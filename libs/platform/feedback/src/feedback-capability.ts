import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import { itemArchive } from './archive/item-archive.js';
import { itemRoutes } from './item/item.routes.js';
import { feedbackTables } from './tables/0001-feedback.js';

/**
 * Feedback items, their routes and their part of a workspace's archive. Items are not records: every member can read, search and reference
 * records, but only admins may read feedback. Requires the module `feedback`.
 */
export const feedbackCapability: CapabilityFactory = {
  name: 'feedback',
  migrations: {
    '0001-feedback': { up: async (db: Kysely<unknown>) => void (await sql.raw(feedbackTables).execute(db)) },
  },
  create: (host) => ({ name: 'feedback', routes: itemRoutes(host), archive: [itemArchive] }),
};
