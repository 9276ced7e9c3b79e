import { sql, type Kysely, type RawBuilder } from 'kysely';
import { Type } from 'typebox';
import { countFrom, type DatabaseSchema } from '@cubit/database';
import { readPage } from '@cubit/core';
import {
  type Actor,
  actorSchema,
  type Cause,
  causeSchema,
  type Page,
  type PageQuery,
  type RegisteredKind,
} from '@cubit/core/host';
import type { RecordRow } from '../read/record-row.js';
import type { FieldChange } from '../write/changes.js';
import { actorOf, CHANGE_COLUMNS, type ChangeRow, goBack, type PresentRecord, presentRecords } from './change-row.js';
import { type ContentValues, inOrder, keyOf, pathOf, rollupsOf, TAGS } from './past-content.js';

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
      { description: '`null` means absent.' },
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
  user_id: Type.Optional(Type.String({ format: 'uuid', description: 'The user who changed it.' })),
  operation: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['create', 'update', 'delete', 'restore'] })),
  path: Type.Optional(
    Type.String({
      pattern: '^/(fields/[a-z][a-z0-9_]*|tags)$',
      maxLength: 100,
      description: 'Only changes of this path.',
      examples: ['/fields/status'],
    }),
  ),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Only changes after this time.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Only changes before this time.' })),
};

/** A change with what it did. */
export interface HistoryEntry {
  readonly version: number;
  readonly at: Date;
  readonly operation: string;
  readonly actor: Actor;
  readonly changes: readonly FieldChange[];
  readonly cause: Cause | null;
}

/** One change of one of many records. */
export interface HistoryOfRecord extends HistoryEntry {
  readonly record_id: string;
  readonly kind: string;
  /** The present title of the record; null if it was deleted permanently. */
  readonly title: string | null;
  readonly user_name: string | null;
}

type Kinds = ReadonlyMap<string, Pick<RegisteredKind, 'shape'>>;
type Db = Kysely<DatabaseSchema>;

/** Who changed what, newest first. */
export async function readHistory(
  db: Db,
  { workspaceId, kind, row }: { readonly workspaceId: string; readonly kind: RegisteredKind; readonly row: RecordRow },
  query: PageQuery & HistoryFilter,
): Promise<Page<object>> {
  const kinds = new Map([[kind.id, kind]]);
  // Of the record as it was read: a later change would be derived from a record that does not contain it.
  const those = sql`workspace_id = ${workspaceId} and record_id = ${row.id} and version <= ${row.version}
    and ${conditionOf(query, kinds)}`;
  const page = await readPage(query, {
    list: `history/${row.id}`,
    sortedBy: ['integer'],
    async rows(after, limit) {
      const before = after ? sql`and version < ${after[0]}::int` : sql``;
      const { rows } = await sql<ChangeRow>`select ${sql.raw(CHANGE_COLUMNS)} from record_change c
        where ${those} ${before} order by version desc limit ${limit}`.execute(db);
      return rows;
    },
    total: () => countFrom(db, sql`from record_change c where ${those}`),
    valuesOf: ({ version }) => [String(version)],
  });
  const record = { ...row, fields: JSON.parse(row.fields) as ContentValues };
  const entries = await entriesOf(db, page.data, { records: new Map([[row.id, record]]), kinds });
  return { ...page, data: page.data.flatMap((change) => entries.get(change) ?? []) };
}

/** Changes of many records: those of one after those of another, each in the order in which they were made. */
export async function readWholeHistory(
  db: Db,
  options: {
    readonly workspaceId: string;
    readonly kinds: Kinds;
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
  const { rows } = await sql<ChangeRow & { user_name: string | null }>`
    select c.*, u.name as user_name from (
      select ${sql.raw(CHANGE_COLUMNS)} from record_change c
      where workspace_id = ${workspaceId} and kind = any(${[...kinds.keys()]}::text[]) and ${conditionOf(filter, kinds)} ${one} ${rest}
      order by record_id, version limit ${limit}) c
    left join app_user u on u.id = c.user_id
    order by c.record_id, c.version`.execute(db);
  const records = await presentRecords(db, rows);
  const entries = await entriesOf(db, rows, { records, kinds });
  return rows.flatMap((row) => {
    const { record_id, kind, user_name } = row;
    const entry = entries.get(row);
    return entry ? [{ record_id, kind, title: records.get(record_id)?.title ?? null, user_name, ...entry }] : [];
  });
}

/** What each change did: a stored change says only what it replaced. */
async function entriesOf<Row extends ChangeRow>(
  db: Db,
  rows: readonly Row[],
  { records, kinds }: { readonly records: ReadonlyMap<string, PresentRecord>; readonly kinds: Kinds },
): Promise<ReadonlyMap<Row, HistoryEntry>> {
  const entries = new Map<Row, HistoryEntry>();
  await goBack(db, rows, {
    records,
    rollups: (kind) => rollupsOf(kinds.get(kind)?.shape),
    take(row, content) {
      const { version, at, operation, before, cause } = row;
      content.put(row.after);
      const keys = operation === 'create' ? content.createdKeys() : inOrder(Object.keys(before ?? {}));
      const changes = keys
        .map((key) => ({
          path: pathOf(key),
          from: operation === 'create' ? (key === TAGS ? [] : null) : before?.[key],
          to: content.get(key),
        }))
        .filter(({ to }) => to !== undefined);
      content.put(before);
      entries.set(row, { version, at, operation, actor: actorOf(row), changes, cause });
    },
  });
  return entries;
}

/** A condition on a change `c`. */
function conditionOf(filter: HistoryFilter, kinds: Kinds): RawBuilder<unknown> {
  const conditions = [
    ...(filter.user_id === undefined ? [] : [sql`user_id = ${filter.user_id}::uuid`]),
    ...(filter.operation === undefined ? [] : [sql`operation = ${filter.operation}`]),
    ...(filter.path === undefined ? [] : [changed(keyOf(filter.path), kinds)]),
    ...(filter.after === undefined ? [] : [sql`at > ${filter.after}::timestamptz`]),
    ...(filter.before === undefined ? [] : [sql`at < ${filter.before}::timestamptz`]),
    sql`true`,
  ];
  return sql.join(conditions, sql` and `);
}

/** A creation gave the record what the first later change says of it, or else what it is now. */
function changed(key: string, kinds: Kinds): RawBuilder<unknown> {
  const withRollup = [...kinds].filter(([, { shape }]) => rollupsOf(shape).has(key)).map(([id]) => id);
  const present = key === TAGS ? sql`to_jsonb(r.tags)` : sql`r.fields->${key}::text`;
  const nothing = key === TAGS ? sql`'[]'` : sql`'null'`;
  return sql`(c.before ? ${key}::text or c.operation = 'create' and coalesce(
    (select case when l.before ? ${key}::text then l.before->${key}::text else l.after->${key}::text end from record_change l
      where l.workspace_id = c.workspace_id and l.record_id = c.record_id and l.version >= c.version
        and (l.before ? ${key}::text or l.after ? ${key}::text) order by l.version limit 1),
    (select ${present} from record r where r.workspace_id = c.workspace_id and r.kind = c.kind and r.id = c.record_id
      and c.kind <> all(${withRollup}::text[])), ${nothing}::jsonb) <> ${nothing}::jsonb)`;
}
