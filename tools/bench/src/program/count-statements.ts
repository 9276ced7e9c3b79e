import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The log is written by another process; what a request made it say is there within this. */
const LOG_DELAY_MS = 200;
const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] LOG: {2}(?:execute [^:]*|statement): (.*)$/;
const BEGIN = /^(?:begin|start transaction)/i;
const END = /^(?:commit|rollback)/i;
/** How often a request is made: background work falls into some of the windows that are looked at, not into all. */
const REQUESTS = 8;
/** What the queue calls its connections. */
const QUEUE = 'cubit-queue';
/** What the program does beside its requests: handing on events, noting when tokens were used. */
const BACKGROUND = /from event_unsequenced limit|insert into event_sequenced|update api_token set last_used_at/;

/**
 * The SQL statements that one request makes the program send, begin and commit among them: the fewest of several requests. They are
 * read from the database server's log, so that nothing in the program has to count.
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
  return units.filter((unit) => !unit.some((statement) => BACKGROUND.test(statement))).flat();
}

/** Connections that serve no request: that of whoever counts, and those of the queue. */
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
