import type { Logger } from '@cubit/core/host';
import { analyzeSample, type Database, withStatementClass } from '@cubit/database';
import { sql } from 'kysely';
import { Recurring } from './recurring.js';

const INTERVAL_MS = 10_000;
/** Changes to fewer rows than this, or to a smaller share of the table, are left to PostgreSQL. */
const LEAST_ROWS = 1_000;
const LEAST_SHARE = 0.2;

interface StatisticsRefreshOptions {
  readonly database: Database;
  readonly log: Logger;
}

/**
 * Analyses tables soon after an import or a large batch. Autovacuum does so within minutes; until then PostgreSQL plans
 * with the statistics of a much smaller table. Any number of processes may run one.
 */
export class StatisticsRefresh extends Recurring {
  constructor({ database, log }: StatisticsRefreshOptions) {
    super({
      everyMs: INTERVAL_MS,
      work: (signal) => withStatementClass('job', () => analyzeChanged(database, signal)),
      onError: (error) => log.warn({ err: error }, 'statistics were not refreshed'),
    });
  }
}

async function analyzeChanged({ db }: Database, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_mod_since_analyze >= ${LEAST_ROWS}
      and n_mod_since_analyze >= ${LEAST_SHARE}::float8 * n_live_tup`.execute(db);
  for (const { name } of rows) {
    if (signal.aborted) return;
    await db.transaction().execute((tx) => analyzeSample(tx, name));
  }
}
