import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, type Child } from './child.js';

const MAIN = fileURLToPath(new URL('../../../../apps/api/bundle/main.js', import.meta.url));

/** As `npm start` and the image set them. */
const NODE_FLAGS = ['--max-semi-space-size=32', '--max-old-space-size=512'];

export interface ProductOptions {
  readonly dataDir: string;
  readonly output: string;
  readonly cpuProfile?: string | null;
  /** Default: a free port. */
  readonly port?: number;
  /** Settings besides the common ones, such as `DATABASE_URL`. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * The program as `npm start` runs it: its own database in `dataDir`, its own log, every setting at its default
 * except rate limits.
 */
export function startProduct({ dataDir, output, cpuProfile = null, port, env = {} }: ProductOptions): Promise<Child> {
  const profile = cpuProfile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${cpuProfile}`];
  return startChild({
    name: 'The program',
    args: [...NODE_FLAGS, ...profile, MAIN],
    env: { DATA_DIR: dataDir, DATABASE_URL: '', HOST: '127.0.0.1', RATE_LIMIT: 'off', ...env },
    cwd: dataDir,
    output,
    readyPath: '/readyz',
    ...(port === undefined ? {} : { port }),
  });
}

/** Connection settings of the embedded database, which the limit server uses too. */
export interface EmbeddedDatabase {
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

export function embeddedDatabase(dataDir: string): EmbeddedDatabase {
  return { host: join(dataDir, 'postgres', 'run'), user: 'cubit', database: 'cubit' };
}

export function databaseLog(dataDir: string): string {
  return join(dataDir, 'postgres', 'server.log');
}

/** Process id of the database server that the program started. */
export async function postmasterPid(dataDir: string): Promise<number> {
  const content = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number.parseInt(content, 10);
}
