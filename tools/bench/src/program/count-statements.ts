import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKGROUND_STATEMENTS } from '@cubit/testing/background-statements';
import type pg from 'pg';

/** Another process writes the log. The statements of a request appear within this time. */
const LOG_DELAY_MS = 200;
const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] LOG: {2}(?:execute [^:]*|statement): (.*)$/;
const BEGIN = /^(?:begin|start transaction)/i;
const END = /^(?:commit|rollback)/i;
/** How often a request is repeated: background work affects some of the measurements, but not all. */
const REQUESTS = 8;
/** The application name of the connections of the queue. */
const QUEUE = 'cubit-queue';
/**
 * The SQL statements that the program sends for one request, including begin and commit: the fewest of several
 * requests. They are read from the log of the database server, so the program has no counting code.
 */
export async function countStatements(
  admin: pg.Client,
  logFile: string,
  request: () => Promise<unknown>,
): Promise<readonly string[]> {
  await logStatements(admin, 'all');
  const counts: (readonly string[])[] = [];
  for (let made = 0; made < REQUESTS; made += 1) {
    const from = (await readFile(logFile)).byteLength;
    await request();
    await sleep(LOG_DELAY_MS);
    const text = (await readFile(logFile)).subarray(from).toString('utf8');
    counts.push(statementsOf(text, await otherPids(admin)));
  }
  await logStatements(admin, 'none');
  return counts.reduce((fewest, statements) => (statements.length < fewest.length ? statements : fewest));
}

export function statementsOf(log: string, except: ReadonlySet<string>): readonly string[] {
  const open = new Map<string, string[]>();
  const units: (readonly string[])[] = [];
  for (const line of log.split('\n')) {
    const [, pid = '', statement = ''] = ENTRY.exec(line) ?? [];
    if (pid === '' || except.has(pid)) continue;
    const unit = open.get(pid);
    if (BEGIN.test(statement)) open.set(pid, [statement]);
    else if (!unit) units.push([statement]);
    else {
      unit.push(statement);
      if (!END.test(statement)) continue;
      units.push(unit);
      open.delete(pid);
    }
  }
  return units.filter((unit) => !unit.some((statement) => BACKGROUND_STATEMENTS.test(statement))).flat();
}

/** Connections that serve no requests: the counting one, and those of the queue. */
async function otherPids(admin: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await admin.query<{ pid: number }>(
    'select pid from pg_stat_activity where pid = pg_backend_pid() or application_name = $1',
    [QUEUE],
  );
  return new Set(rows.map(({ pid }) => String(pid)));
}

async function logStatements(admin: pg.Client, which: 'all' | 'none'): Promise<void> {
  await admin.query(`alter system set log_statement = '${which}'`);
  await admin.query('select pg_reload_conf()');
  await sleep(LOG_DELAY_MS);
}
