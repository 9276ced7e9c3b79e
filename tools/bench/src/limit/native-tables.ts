import pg from 'pg';
import type { Api } from '../data/api.js';
import { type KindDescription, NATIVE_SCHEMA, NativeKind, type NewRecord } from './native-kind.js';

/** Kinds that the bare server reads or writes. */
export const NATIVE_KINDS = ['part', 'stock_item', 'movement'] as const;
/** Kinds whose records are there before anything is measured. */
const FILLED = ['part', 'stock_item'] as const;
const PAGE = 200;
const INSERTED_AT_ONCE = 2_000;

/** What every write leaves beside the record: by hand, with the indexes that reading it needs. */
const OTHER_TABLES = [
  `create table ${NATIVE_SCHEMA}.reference (workspace_id uuid not null, target_id uuid not null, source_id uuid not null,
    field text not null, primary key (workspace_id, target_id, source_id, field))`,
  `create index on ${NATIVE_SCHEMA}.reference (workspace_id, source_id)`,
  `create table ${NATIVE_SCHEMA}.history (workspace_id uuid not null, record_id uuid not null, version integer not null,
    kind text not null, operation text not null, at timestamptz not null, user_id uuid, via_id uuid, before jsonb,
    primary key (workspace_id, record_id, version))`,
  `create table ${NATIVE_SCHEMA}.event (workspace_id uuid not null, id uuid not null, name text not null,
    occurred_at timestamptz not null, actor jsonb not null, payload jsonb not null, record_ids uuid[] not null,
    primary key (workspace_id, id))`,
  `create index on ${NATIVE_SCHEMA}.event using gin (record_ids)`,
];

export interface NativeTablesOptions {
  readonly api: Api;
  readonly database: object;
  readonly workspacePath: string;
  readonly onProgress: (text: string) => void;
}

interface Page {
  readonly data: readonly (NewRecord & { readonly created_by: string | null })[];
  readonly next_cursor: string | null;
}

/** Makes the tables of the bare server, and fills them with the records of the program as it answers them. */
export async function createNativeTables({
  api,
  database,
  workspacePath,
  onProgress,
}: NativeTablesOptions): Promise<readonly KindDescription[]> {
  const { id: workspaceId } = await api.get<{ readonly id: string }>(workspacePath);
  const { data: kinds } = await api.get<{ readonly data: readonly KindDescription[] }>(
    `${workspacePath}/modules/inventory/kinds`,
  );
  const wanted = NATIVE_KINDS.map((name) => kindNamed(kinds, name));
  const db = new pg.Client(database);
  await db.connect();
  try {
    await db.query(`create schema ${NATIVE_SCHEMA}`);
    for (const statement of OTHER_TABLES) await db.query(statement);
    for (const description of wanted) {
      const kind = new NativeKind(description);
      const [table = '', ...indexes] = kind.create();
      await db.query(table);
      if (FILLED.some((name) => name === description.name)) {
        onProgress(`copying for the bare server: ${description.name}`);
        await fill(kind, {
          db,
          workspaceId,
          pages: pagesOf(api, `${workspacePath}/modules/inventory/records/${description.name}`),
        });
      }
      for (const statement of indexes) await db.query(statement);
    }
    await db.query('vacuum analyze');
    return wanted;
  } finally {
    await db.end();
  }
}

function kindNamed(kinds: readonly KindDescription[], name: string): KindDescription {
  const kind = kinds.find((described) => described.name === name);
  if (!kind) throw new Error(`The module inventory has no kind '${name}'.`);
  return kind;
}

async function* pagesOf(api: Api, path: string): AsyncGenerator<Page['data']> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === '' ? {} : { cursor }) });
    const page: Page = await api.get<Page>(`${path}?${query}`);
    yield page.data;
    cursor = page.next_cursor;
  }
}

interface Filling {
  readonly db: pg.Client;
  readonly workspaceId: string;
  readonly pages: AsyncGenerator<Page['data']>;
}

async function fill(kind: NativeKind, { db, workspaceId, pages }: Filling): Promise<void> {
  let waiting: Page['data'][number][] = [];
  const flush = async () => {
    const [first] = waiting;
    if (!first) return;
    const rows = JSON.stringify(waiting.map((record) => kind.insertable(record)));
    await db.query(kind.insert, [workspaceId, first.created_by, rows]);
    waiting = [];
  };
  for await (const page of pages) {
    waiting.push(...page);
    if (waiting.length >= INSERTED_AT_ONCE) await flush();
  }
  await flush();
}
