import type { Database } from '@cubit/core';
import type pg from 'pg';

type Query = (...parameters: unknown[]) => unknown;

/**
 * Sent beside the requests: by the dispatcher, which places the events of a request in their order as soon as they are committed, and by what
 * notes now and then when API tokens were used.
 */
const BESIDE = /event_position|from event where position is null|update api_token set last_used_at/;

/**
 * The SQL that requests send while `work` runs, `begin` and `commit` included; what the dispatcher does about their events is
 * left out, as is the note of when a token was used. For specs that say how many statements something takes.
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
  return turns.filter((turn) => !turn.some((text) => BESIDE.test(text))).flat();
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { readonly text?: unknown }).text);
}
