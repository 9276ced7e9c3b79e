import { sql, type Kysely, type RawBuilder } from 'kysely';
import { Type } from 'typebox';
import { countFrom, type DatabaseSchema } from '@cubit/database';
import { readPage } from '@cubit/core';
import { type Actor, actorSchema, causeSchema, type Page, type PageQuery } from '@cubit/core/host';

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

export interface HistoryFilter {
  readonly user_id?: string;
  readonly operation?: string;
  /** JSON Pointer of what was changed: `/fields/status`, `/tags`. */
  readonly path?: string;
  readonly after?: string;
  readonly before?: string;
}

export const historyFilterQuery = {
  user_id: Type.Optional(Type.String({ format: 'uuid', description: 'Whoever changed it.' })),
  operation: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['create', 'update', 'delete', 'restore'] })),
  path: Type.Optional(
    Type.String({
      pattern: '^/(fields/[a-z][a-z0-9_]*|tags)$',
      maxLength: 100,
      description: 'Only what changed this.',
      examples: ['/fields/status'],
    }),
  ),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Only what was changed later.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Only what was changed earlier.' })),
};

interface HistoryRow {
  readonly version: number;
  readonly at: Date;
  readonly operation: string;
}

/** One change of one of many records. */
export interface HistoryOfRecord extends HistoryRow {
  readonly record_id: string;
  readonly kind: string;
  /** As the record is called now; null where it is gone for good. */
  readonly title: string | null;
  readonly actor: Actor;
  readonly user_name: string | null;
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[];
  readonly cause: object | null;
}

/** Who changed what, newest first. */
export function readHistory(
  db: Kysely<DatabaseSchema>,
  key: { readonly workspaceId: string; readonly id: string },
  query: PageQuery & HistoryFilter,
): Promise<Page<object>> {
  const those = sql`workspace_id = ${key.workspaceId} and record_id = ${key.id} and ${conditionOf(query)}`;
  return readPage(query, {
    list: `history/${key.id}`,
    sortedBy: ['integer'],
    async rows(after, limit) {
      const before = after ? sql`and version < ${after[0]}::int` : sql``;
      const { rows } = await sql<HistoryRow>`select version, at, operation, actor, changes, cause from record_history
        where ${those} ${before} order by version desc limit ${limit}`.execute(db);
      return rows;
    },
    total: () => countFrom(db, sql`from record_history where ${those}`),
    valuesOf: ({ version }) => [String(version)],
  });
}

/** Changes of many records: those of one after those of another, each in the order in which they were made. */
export async function readWholeHistory(
  db: Kysely<DatabaseSchema>,
  options: {
    readonly workspaceId: string;
    readonly kinds: readonly string[];
    readonly recordId?: string;
    readonly filter: HistoryFilter;
    /** The last change of the page before; null: from the first. */
    readonly after: Pick<HistoryOfRecord, 'record_id' | 'version'> | null;
    readonly limit: number;
  },
): Promise<readonly HistoryOfRecord[]> {
  const { workspaceId, kinds, recordId, filter, after, limit } = options;
  const one = recordId === undefined ? sql`` : sql`and record_id = ${recordId}::uuid`;
  const rest = after ? sql`and (record_id, version) > (${after.record_id}::uuid, ${after.version}::int)` : sql``;
  const { rows } = await sql<HistoryOfRecord>`
    select h.record_id, h.kind, r.title, h.version, h.at, h.operation, h.actor, u.name as user_name, h.changes, h.cause from (
      select * from record_history
      where workspace_id = ${workspaceId} and kind = any(${[...kinds]}::text[]) and ${conditionOf(filter)} ${one} ${rest}
      order by record_id, version limit ${limit}) h
    left join record r on r.workspace_id = h.workspace_id and r.kind = h.kind and r.id = h.record_id
    left join app_user u on u.id = (h.actor->>'id')::uuid
    order by h.record_id, h.version`.execute(db);
  return rows;
}

function conditionOf(filter: HistoryFilter): RawBuilder<unknown> {
  const conditions = [
    ...(filter.user_id === undefined ? [] : [sql`actor->>'id' = ${filter.user_id.toLowerCase()}`]),
    ...(filter.operation === undefined ? [] : [sql`operation = ${filter.operation}`]),
    ...(filter.path === undefined ? [] : [sql`changes @> ${JSON.stringify([{ path: filter.path }])}::jsonb`]),
    ...(filter.after === undefined ? [] : [sql`at > ${filter.after}::timestamptz`]),
    ...(filter.before === undefined ? [] : [sql`at < ${filter.before}::timestamptz`]),
    sql`true`,
  ];
  return sql.join(conditions, sql` and `);
}
