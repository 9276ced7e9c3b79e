import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import { notificationTables } from './0001-notifications.js';

export const notificationMigrations: NonNullable<CapabilityFactory['migrations']> = {
  '0001-notifications': { up: async (db: Kysely<unknown>) => void (await sql.raw(notificationTables).execute(db)) },
};
