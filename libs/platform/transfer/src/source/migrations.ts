import { sql } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import { foreignIdTable } from '../keys/foreign-ids.js';
import { importTables } from './import-tables.js';

/** In order. Never edit a migration that has run anywhere; add a new one. */
export const transferMigrations: NonNullable<CapabilityFactory['migrations']> = {
  '0001-import': { up: async (db) => void (await sql.raw(importTables).execute(db)) },
  '0002-foreign-ids': { up: async (db) => void (await sql.raw(foreignIdTable).execute(db)) },
};
