import { sql } from 'kysely';
import {
  type Database,
  isMigrationDue,
  migrate,
  type MigrationSet,
  type Release,
  withStatementClass,
} from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import { Recurring } from '../upkeep/recurring.js';

const LOOK_EVERY_MS = 60_000;
/** How long no process of an earlier level may have been seen. */
const ALONE_FOR = sql.lit('60 seconds');

interface ContractsOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly release: Release;
  readonly sets: readonly MigrationSet[];
}

/** Runs migrations that programs of an earlier level cannot work with, once none of these is running. */
export class Contracts extends Recurring {
  constructor(options: ContractsOptions) {
    super({
      everyMs: LOOK_EVERY_MS,
      work: () => withStatementClass('unlimited', () => contract(options)),
      onError: (error) => options.log.warn({ err: error }, 'migrations that contract tables failed'),
    });
  }
}

async function contract({ database: { db }, log, release, sets }: ContractsOptions): Promise<void> {
  if (!(await isMigrationDue(db, sets, { release }))) return;
  const { rows } = await sql<{ earlier: boolean }>`select exists (select from instance_process
    where level < ${release.level}::int and seen_at > now() - interval ${ALONE_FOR}) as earlier`.execute(db);
  if (rows[0]?.earlier !== false) return;
  log.info({}, 'no process of an earlier version is running: contracting tables');
  await migrate(db, sets, { release });
}
