import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The log is written by another process; what a request made it say is there within this. */
const LOG_DELAY_MS = 200;
const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] LOG: {2}(?:execute [^:]*|statement): (.*)$/;
const BEGIN = /^(?:begin|start transaction)/i;
const END = /^(?:commit|rollback)/i;
/** What the program does beside its requests: handing on events, noting when tokens were used. */
const BACKGROUND = /from event where position is null|update event e set position|update api_token set last_used_at/;

/**
 * The SQL statements that one request makes the program send, begin and commit among them. They are read from the database
 * server's log, so that nothing in the program has to count.
 */
export async function countStatements(
  admin: pg.Client,
  logFile: string,
  request: () => Promise<unknown>,
): Promise<readonly string[]> {
  const own = await ownPid(admin);
  await logStatements(admin, 'all');
  const from = (await readFile(logFile)).byteLength;
  await request();
  await sleep(LOG_DELAY_MS);
  await logStatements(admin, 'none');
  const text = (await readFile(logFile)).subarray(from).toString('utf8');
  return statementsOf(text, own);
}

export function statementsOf(log: string, exceptPid: number): readonly string[] {
  const open = new Map<string, string[]>();
  const units: (readonly string[])[] = [];
  for (const line of log.split('\n')) {
    const [, pid = '', statement = ''] = ENTRY.exec(line) ?? [];
    if (pid === '' || pid === String(exceptPid)) continue;
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

async function ownPid(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function logStatements(admin: pg.Client, which: 'all' | 'none'): Promise<void> {
  await admin.query(`alter system set log_statement = '${which}'`);
  await admin.query('select pg_reload_conf()');
  await sleep(LOG_DELAY_MS);
}
