import { sql } from 'kysely';
import type { CapabilityFactory } from '@cubit/core';
import { importTables } from './import-tables.js';

/** In order. A migration that has run anywhere is never edited: a change is a new one. */
export const transferMigrations: NonNullable<CapabilityFactory['migrations']> = {
  '0001-import': { up: async (db) => void (await sql.raw(importTables).execute(db)) },
};
