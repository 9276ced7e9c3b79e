import { createHash } from 'node:crypto';
import pg from 'pg';
import { LIGHT_STATEMENT_MS, LOCK_WAIT_MS } from './statement-class.js';
import { cutConnection } from './cut-connection.js';
import { CONNECT_LIMIT_MS, PatientClient } from './patient-client.js';
import { parseTimestamp } from '../schema/timestamp.js';
import { afterTurns } from './turns.js';

/** `pg` connection settings. */
export interface ConnectionSettings {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
}

export interface PoolOptions {
  readonly connection: ConnectionSettings;
  /** Maximum number of connections. Default 16. */
  readonly max?: number;
  /** Statements that change something fail. Default false. */
  readonly readOnly?: boolean;
  readonly onError: (error: Error) => void;
}

const DEFAULT_CONNECTIONS = 16;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
/** Long, because a new connection has to prepare all its statements again. */
const IDLE_CONNECTION_MS = 5 * 60_000;
/** Maximum number of prepared statements per connection; others are sent unprepared. */
const PREPARED_STATEMENTS = 1_000;
/**
 * Ends a statement soon after the process that sent it. By default, PostgreSQL checks the connection only when it sends data: a
 * long statement would continue and keep its locks.
 */
const END_WITH_CLIENT = `set client_connection_check_interval = '2s'`;
/** Servers on systems without this check (Windows) accept only 0. */
const INVALID_PARAMETER_VALUE = '22023';
/** A lost peer is detected within minutes of this, instead of hours. */
const KEEP_ALIVE_MS = 10_000;
const { INT8, TIMESTAMPTZ } = pg.types.builtins;

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, parseTimestamp],
]);
/** How the text of a column becomes a value. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** An option of `pg-pool` that its types lack: runs on each new connection. */
interface Prepared {
  onConnect(client: pg.ClientBase): Promise<void>;
}

export function createPool({ connection, max = DEFAULT_CONNECTIONS, readOnly = false, onError }: PoolOptions): pg.Pool {
  const config: pg.PoolConfig & Prepared = {
    ...connection,
    max,
    types: columnTypes,
    Client: PatientClient,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: LIGHT_STATEMENT_MS,
    lock_timeout: LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // Pages read the parts of a union in order, which parallel workers would not keep; many small queries gain
    // nothing from parallelism or compilation. PostgreSQL's default `random_page_cost` assumes a rotating disk, so
    // it would read all wires of all workspaces instead of those of an event.
    options: `-c timezone=UTC -c max_parallel_workers_per_gather=0 -c jit=off -c random_page_cost=1.1${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
    application_name: 'cubit',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: endWithClient,
  };
  const pool = new pg.Pool(config);
  // An idle connection that breaks is replaced by the pool; no request is affected.
  pool.on('error', (error) => {
    // The server may end the connections of a pool that is being closed.
    if (!pool.ending) onError(error);
  });
  // A connection that breaks in use fails its statement. `pg` also emits an error on the client; without a handler, that error
  // would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

async function endWithClient(client: pg.ClientBase): Promise<void> {
  // The pool announces a connection after its first statement, so `ConnectionWatch` does not see this one.
  const stop = afterTurns(CONNECT_LIMIT_MS, () => cutConnection(client));
  try {
    await client.query(END_WITH_CLIENT);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INVALID_PARAMETER_VALUE) throw error;
  } finally {
    stop();
  }
}

const statementNames = new Map<string, string>();

/** The name of a prepared statement, the same for the same text; undefined above the limit. */
export function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (statementNames.size >= PREPARED_STATEMENTS) return undefined;
  const name = createHash('sha1').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}
