import { sql, type Kysely } from 'kysely';
import type { CapabilityFactory } from '@cubit/runtime';
import { wireTables } from './0001-wires.js';
import { runHistory } from './0002-run-history.js';
import { runTargets } from './0003-run-targets.js';
import { dueRuns } from './0004-due-runs.js';

export const wireMigrations: NonNullable<CapabilityFactory['migrations']> = {
  '0001-wires': { up: async (db: Kysely<unknown>) => void (await sql.raw(wireTables).execute(db)) },
  '0002-run-history': { up: async (db: Kysely<unknown>) => void (await sql.raw(runHistory).execute(db)) },
  '0003-run-targets': { up: async (db: Kysely<unknown>) => void (await sql.raw(runTargets).execute(db)) },
  '0004-due-runs': { up: async (db: Kysely<unknown>) => void (await sql.raw(dueRuns).execute(db)) },
};
