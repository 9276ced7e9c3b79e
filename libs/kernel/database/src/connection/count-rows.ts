import { sql, type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder } from 'kysely';

/** The number of rows of a query without a selection. */
export async function countRows<Schema, Tables extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Tables, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll().as('total')).$castTo<{ readonly total: number }>();
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** The number of rows of `from <table> where <condition>`. */
export async function countFrom(db: QueryExecutorProvider, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  return rows[0]?.total ?? 0;
}
