import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@cubit/http';
import { readProcesses } from '@cubit/runtime';
import { type Configuration, type Environment, readConfiguration } from '../../configuration.js';
import { openDatabaseBeside, type OpenDatabase } from '../../open-database.js';
import type { GivenOptions } from '../parse-arguments.js';
import { bad, type Check, type CheckResult, codeOf, type Finding, type Inspected, skipped } from './check.js';
import { CHECKS } from './checks.js';
import { reportLines } from './report-lines.js';

/** Of one check, beside the limits of what it uses. */
const CHECK_LIMIT_MS = 20_000;
const DATABASE_WAIT_MS = 3_000;
const CONNECTIONS = 5;

interface Given {
  readonly environment: Environment;
  readonly options: GivenOptions;
}

/** Examines the instance, whether the program runs or not, and changes nothing. Returns the exit code: 1 if a check is bad. */
export async function runDoctor({ environment, options }: Given): Promise<number> {
  const results = await examine(environment);
  process.stdout.write(reportLines(results, options.has('json')));
  return results.some(({ state }) => state === 'bad') ? 1 : 0;
}

async function examine(environment: Environment): Promise<readonly CheckResult[]> {
  let configuration: Configuration;
  try {
    configuration = readConfiguration(environment, process.cwd());
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConfigurationError') throw error;
    const settings = bad(error.message, 'Correct the settings. `cubit --help` lists all.');
    return CHECKS.map(({ name }) => ({
      name,
      ...(name === 'settings' ? settings : skipped('The settings have faults.')),
    }));
  }
  const opened = await openReadOnly(configuration);
  try {
    const database = 'close' in opened ? opened.database : null;
    // In a database of an earlier version there are none.
    const processes = database ? await readProcesses(database.db).catch(() => []) : [];
    const databaseFinding = 'close' in opened ? null : opened;
    const inspected = { environment, configuration, database, databaseFinding, processes };
    return await Promise.all(CHECKS.map((check) => resultOf(check, inspected)));
  } finally {
    if ('close' in opened) await opened.close();
  }
}

/** The database, or why it cannot be read. */
async function openReadOnly(configuration: Configuration): Promise<OpenDatabase | Finding> {
  const { databaseUrl, dataDir } = configuration;
  const { hasDatabase } = await import('@cubit/postgres');
  if (databaseUrl === null && !hasDatabase(dataDir))
    return skipped(`${dataDir} has no database yet; the first start makes it.`);
  const log = createLog({ level: 'silent' });
  try {
    const access = { readOnly: true, waitMs: DATABASE_WAIT_MS };
    return await openDatabaseBeside({ ...configuration, databaseConnections: CONNECTIONS }, log, access);
  } catch (error) {
    const isExplained = error instanceof Error && ['StartError', 'DatabaseStartError'].includes(error.name);
    return bad(
      isExplained ? error.message : `The database cannot be opened (${codeOf(error)}).`,
      databaseUrl === null ? 'Look at DATA_DIR/postgres/server.log.' : 'Start PostgreSQL, or correct DATABASE_URL.',
    );
  }
}

async function resultOf({ name, run }: Check, inspected: Inspected): Promise<CheckResult> {
  const ended = new AbortController();
  const late = sleep(CHECK_LIMIT_MS, bad(`No answer within ${CHECK_LIMIT_MS / 1_000} s.`, RUN_AGAIN), {
    signal: ended.signal,
  });
  try {
    return { name, ...(await Promise.race([run(inspected), late])) };
  } catch (error) {
    return { name, ...bad(`The check failed (${codeOf(error)}).`, RUN_AGAIN) };
  } finally {
    ended.abort();
    await late.catch(() => null);
  }
}

const RUN_AGAIN = 'Run `cubit doctor` again; if it stays, report it with this output.';
