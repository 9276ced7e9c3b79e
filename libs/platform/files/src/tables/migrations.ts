import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { fileTables } from './0001-files.js';
import { adminFiles } from './0002-admin-files.js';

/** In order. Never edit a migration that has run anywhere; add a new one. */
export const fileMigrations: Readonly<Record<string, Migration>> = {
  '0001-files': { up: async (db) => void (await sql.raw(fileTables).execute(db)) },
  '0002-admin-files': { up: async (db) => void (await sql.raw(adminFiles).execute(db)) },
};
