import { sql, type Kysely } from 'kysely';
import { Type } from 'typebox';
import type { DatabaseSchema } from '../database/schema.js';
import { actorSchema, causeSchema } from '../events/event-schemas.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf, type Page, type PageQuery } from '../http/paging.js';

export const historySchema = Type.Object(
  {
    version: Type.Integer(),
    at: Type.String({ format: 'date-time' }),
    operation: Type.Unsafe<string>({ type: 'string', enum: ['create', 'update', 'delete', 'restore'] }),
    actor: actorSchema,
    changes: Type.Array(
      Type.Object({
        path: Type.String({ examples: ['/fields/name'] }),
        from: Type.Unsafe<unknown>({}),
        to: Type.Unsafe<unknown>({}),
      }),
      { description: '`null` stands for absent.' },
    ),
    cause: causeSchema,
  },
  { title: 'HistoryEntry' },
);

interface HistoryRow {
  readonly version: number;
  readonly at: Date;
  readonly operation: string;
}

/** Who changed what, newest first. */
export async function readHistory(
  db: Kysely<DatabaseSchema>,
  key: { readonly workspaceId: string; readonly id: string },
  query: PageQuery,
): Promise<Page<object>> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const list = `history/${key.id}`;
  const before = query.cursor === undefined ? sql`` : sql`and version < ${decodeCursor(list, query.cursor)[0]}::int`;
  const { rows } = await sql<HistoryRow>`select version, at, operation, actor, changes, cause from record_history
    where workspace_id = ${key.workspaceId} and record_id = ${key.id} ${before} order by version desc limit ${limit + 1}`.execute(
    db,
  );
  const page = pageOf(rows, limit, (last) => encodeCursor(list, [String(last.version)]));
  if (query.count !== 'exact') return page;
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*) as total from record_history where workspace_id = ${key.workspaceId} and record_id = ${key.id}`.execute(
    db,
  );
  return { ...page, total: counted[0]?.total ?? 0 };
}
