import type { Database } from '@cubit/database';
import type pg from 'pg';
import { BACKGROUND_STATEMENTS } from './background-statements.js';

type Query = (...parameters: unknown[]) => unknown;

/**
 * Returns the SQL that requests send while `work` runs, with `begin` and `commit`, without statements of background work. For
 * specs that count statements.
 */
export async function recordStatements(database: Database, work: () => Promise<unknown>): Promise<readonly string[]> {
  const turns: string[][] = [];
  const unwrap = new Map<pg.PoolClient, () => void>();
  const current = new Map<pg.PoolClient, string[]>();
  const onAcquire = (client: pg.PoolClient) => {
    const turn: string[] = [];
    turns.push(turn);
    current.set(client, turn);
    if (unwrap.has(client)) return;
    const target = client as unknown as { query: Query };
    const query = target.query;
    target.query = (...parameters) => {
      current.get(client)?.push(textOf(parameters[0]));
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
  return turns.filter((turn) => !turn.some((text) => BACKGROUND_STATEMENTS.test(text))).flat();
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { readonly text?: unknown }).text);
}
