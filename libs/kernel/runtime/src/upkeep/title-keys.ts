import { type Database, withStatementClass } from '@cubit/database';
import { titleKey } from '@cubit/records';
import type { Logger, RegisteredKind, Registry } from '@cubit/core/host';
import { sql } from 'kysely';
import { Recurring } from './recurring.js';

const INTERVAL_MS = 10 * 60_000;
const ROWS_PER_STEP = 500;

interface TitleKeysOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly registry: Pick<Registry, 'kinds'>;
}

interface TitledRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly title: string;
}

/** Makes the keys of titles that a program of an earlier version wrote, in small steps. Any number of processes may run one. */
export class TitleKeys extends Recurring {
  constructor(options: TitleKeysOptions) {
    super({
      everyMs: INTERVAL_MS,
      atOnce: true,
      work: (signal) => withStatementClass('job', () => makeKeys(options, signal)),
      onError: (error) => options.log.warn({ err: error }, 'keys of titles were not made'),
    });
  }
}

async function makeKeys({ database, registry }: TitleKeysOptions, signal: AbortSignal): Promise<void> {
  const kinds = [...registry.kinds.values()];
  if (kinds.length === 0) return;
  const without = kinds.map(
    ({ id, partition }) =>
      sql`select ${sql.lit(id)} as kind where exists (select 1 from ${sql.table(partition)} where title_key is null)`,
  );
  const { rows } = await sql<{ kind: string }>`${sql.join(without, sql` union all `)}`.execute(database.db);
  for (const { kind: id } of rows) {
    const kind = registry.kinds.get(id);
    for (let more = kind !== undefined; more && kind && !signal.aborted;) more = await makeSome(database, kind);
  }
}

/** Whether there are more. Rows that somebody changes now get their key by that, or in the next turn. */
async function makeSome(database: Database, { id: kind, partition }: RegisteredKind): Promise<boolean> {
  return database.transaction(async ({ db }) => {
    const { rows } = await sql<TitledRow>`select workspace_id, id, title from ${sql.table(partition)}
      where title_key is null order by workspace_id, id limit ${sql.lit(ROWS_PER_STEP)} for no key update skip locked`.execute(
      db,
    );
    const keys = rows.map(({ title, ...row }) => ({ ...row, title_key: titleKey(title) }));
    await sql`update ${sql.table(partition)} r set title_key = x.title_key
      from json_to_recordset(${JSON.stringify(keys)}::json) as x(workspace_id uuid, id uuid, title_key text)
      where r.workspace_id = x.workspace_id and r.kind = ${sql.lit(kind)} and r.id = x.id`.execute(db);
    return rows.length === ROWS_PER_STEP;
  });
}
