import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/core';
import { wireTables } from './0001-wires.js';
import { runHistory } from './0002-run-history.js';

export const wireMigrations: NonNullable<CapabilityFactory['migrations']> = {
  '0001-wires': { up: async (db: Kysely<unknown>) => void (await sql.raw(wireTables).execute(db)) },
  '0002-run-history': { up: async (db: Kysely<unknown>) => void (await sql.raw(runHistory).execute(db)) },
};
