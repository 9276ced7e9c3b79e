import type { Database } from '@cubit/database';
import type pg from 'pg';
import { BACKGROUND_STATEMENTS } from './background-statements.js';

type Query = (...parameters: unknown[]) => unknown;

/**
 * Returns the SQL that requests send while `work` runs, with `begin` and `commit`, without statements of background work. For
 * specs that count statements.
 */
export async function recordStatements(database: Database, work: () => Promise<unknown>): Promise<readonly string[]> {
  return (await recordRoundTrips(database, work)).flat();
}

/** As `recordStatements`, with the statements that were sent together in one array. */
export async function recordRoundTrips(
  database: Database,
  work: () => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const turns: (readonly string[])[][] = [];
  const unwrap = new Map<pg.PoolClient, () => void>();
  const current = new Map<pg.PoolClient, (readonly string[])[]>();
  const onAcquire = (client: pg.PoolClient) => {
    const turn: (readonly string[])[] = [];
    turns.push(turn);
    current.set(client, turn);
    if (unwrap.has(client)) return;
    const target = client as unknown as { query: Query };
    const query = target.query;
    target.query = (...parameters) => {
      current.get(client)?.push(textsOf(parameters[0]));
      return query.apply(client, parameters);
    };
    unwrap.set(client, () => void (target.query = query));
  };
  database.pool.on('acquire', onAcquire);
  try {
    await work();
  } finally {
    database.pool.off('acquire', onAcquire);
    for (const step of unwrap.values()) step();
  }
  return turns.filter((turn) => !turn.flat().some((text) => BACKGROUND_STATEMENTS.test(text))).flat();
}

/** Of a text, or of what `Session` sends at once. */
function textsOf(query: unknown): readonly string[] {
  if (typeof query === 'string') return [query];
  const { texts, text } = query as { readonly texts?: readonly string[]; readonly text?: unknown };
  return texts ?? [String(text)];
}
