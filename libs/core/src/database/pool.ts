import { createHash } from 'node:crypto';
import pg from 'pg';
import { parseTimestamp } from './timestamp.js';

/** Where the database is; `pg` connection settings. */
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
  /** Connections at most. Default 16. */
  readonly max?: number;
  readonly onError: (error: Error) => void;
}

const DEFAULT_CONNECTIONS = 16;
/**
 * For a connection, waiting for one of the pool's included: a burst on one record is worked off one after the other, and whoever
 * waits in it shall be served, not told that the database is away. Below the time limit of a request. A refusal comes at once.
 */
const CONNECT_TIMEOUT_MS = 25_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
/** A connection knows its prepared statements; one that is made anew after each quiet spell would have to learn them all again. */
const IDLE_CONNECTION_MS = 5 * 60_000;
/** Statements that one connection keeps prepared; later ones are sent whole each time. */
const PREPARED_STATEMENTS = 1_000;
/**
 * A statement is ended this soon after the process that sent it. By itself PostgreSQL looks at a connection once it has something to say:
 * a statement of minutes would go on, and keep its locks from whoever takes the work up.
 */
const END_WITH_CLIENT = `set client_connection_check_interval = '2s'`;
/** A server whose system cannot tell (Windows) takes no other value than none. */
const INVALID_PARAMETER_VALUE = '22023';
const { INT8, TIMESTAMPTZ } = pg.types.builtins;

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, parseTimestamp],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Of `pg-pool`, and missing in its types: what is done with a connection before it is first used. */
interface Prepared {
  onConnect(client: pg.ClientBase): Promise<void>;
}

export function createPool({ connection, max = DEFAULT_CONNECTIONS, onError }: PoolOptions): pg.Pool {
  const config: pg.PoolConfig & Prepared = {
    ...connection,
    max,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // Pages read the parts of a union in their order, which parallel workers would not keep; many small queries gain nothing from either.
    // A server's own default takes a disk's arm for granted, and reads all wires of all workspaces rather than those of an event.
    options: '-c timezone=UTC -c max_parallel_workers_per_gather=0 -c jit=off -c random_page_cost=1.1',
    application_name: 'cubit',
    keepAlive: true,
    onConnect: endWithClient,
  };
  const pool = new pg.Pool(config);
  // A connection that breaks while idle is weather: the pool replaces it, and nobody's request was on it.
  pool.on('error', onError);
  // One that breaks while somebody works on it fails their statement, which is how they hear of it. `pg` reports it on the client as well,
  // and a report that nobody takes ends the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

async function endWithClient(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(END_WITH_CLIENT);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INVALID_PARAMETER_VALUE) throw error;
  }
}

const statementNames = new Map<string, string>();

/** The name under which a statement is prepared, the same for the same text; undefined past the limit. */
export function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (statementNames.size >= PREPARED_STATEMENTS) return undefined;
  const name = createHash('sha1').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}
