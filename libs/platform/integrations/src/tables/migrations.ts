import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import { integrationTables } from './0001-integrations.js';

export const integrationMigrations: NonNullable<CapabilityFactory['migrations']> = {
  '0001-integrations': { up: async (db: Kysely<unknown>) => void (await sql.raw(integrationTables).execute(db)) },
};
