import { sql } from 'kysely';
import { fieldExpression } from '@cubit/database';
import {
  invalidQuery,
  type AnyRecord,
  type RecordShape,
  type RegisteredKind,
  type WorkspaceSchema,
} from '@cubit/core/host';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import { RECORD_COLUMNS_SQL, type RecordRow } from '../read/record-row.js';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import type { CreateRequest } from './record-draft.js';
import type { Fields } from './write.js';

export const MAX_CHILDREN = 500;
/** Of one answer: a page of 200 records with 50 lines each. */
const MAX_CHILDREN_READ = 10_000;

/** Declared children of a kind, in one workspace. */
export interface ChildKind {
  /** `lines`: the member beside `fields`. */
  readonly name: string;
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
  /** The field of the child that names its parent. */
  readonly by: string;
}

/** Children whose kinds are enabled in the workspace. */
export function childKinds(
  { modules, kinds }: Pick<WorkspaceSchema, 'modules' | 'kinds'>,
  { definition }: RegisteredKind,
): readonly ChildKind[] {
  return (definition.children ?? []).flatMap(({ name, kind: id, by }) => {
    const shape = kinds.get(id);
    const kind = modules.get(id.slice(0, id.indexOf(':')))?.kinds.find((candidate) => candidate.id === id);
    return shape && kind ? [{ name, kind, shape, by }] : [];
  });
}

interface NewChild {
  readonly fields: Fields;
  readonly tags?: readonly string[];
}

/** A request to create a record, with its children by name. */
export type CreateFamily = CreateRequest & { readonly children?: Readonly<Record<string, readonly NewChild[]>> };

/** Members of a request body that hold new children. */
export function childrenIn(
  children: readonly ChildKind[],
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, readonly NewChild[]>> {
  const given = children.filter(({ name }) => body[name] !== undefined);
  return Object.fromEntries(given.map(({ name }) => [name, body[name] as readonly NewChild[]]));
}

/** Creates records and then their children: one write for each kind, whatever the number of records. */
export async function createWithChildren(
  transaction: WorkspaceTransaction,
  kind: RegisteredKind,
  requests: readonly CreateFamily[],
): Promise<readonly AnyRecord[]> {
  const { writer, workspace } = transaction;
  const parents = await writer.create(kind, requests, null);
  const made = parents.map((): Record<string, AnyRecord[]> => ({}));
  for (const child of childKinds(workspace.schema, kind)) {
    const wanted = requests.flatMap(({ children = {}, prefix = '' }, owner) =>
      (children[child.name] ?? []).map(({ fields, tags }, index) => ({
        owner,
        fields: { ...fields, [child.by]: parents[owner]?.id },
        ...(tags ? { tags } : {}),
        prefix: `${prefix}/${child.name}/${index}`,
      })),
    );
    requests.forEach(({ children = {} }, owner) => {
      if (children[child.name]) (made[owner] ??= {})[child.name] = [];
    });
    if (wanted.length === 0) continue;
    const records = await writer.create(child.kind, wanted, null);
    records.forEach((record, index) => made[wanted[index]?.owner ?? 0]?.[child.name]?.push(record));
  }
  if (made.every((children) => Object.keys(children).length === 0)) return parents;
  // Children change their parents: totals and counts.
  await transaction.runDeferred();
  const present = (record: AnyRecord) => writer.locked.get(record.id) ?? record;
  return parents.map((parent, index) => ({
    ...present(parent),
    ...Object.fromEntries(
      Object.entries(made[index] ?? {}).map(([name, records]) => [name, records.map(present)] as const),
    ),
  }));
}

/** The live children of records, by the id of their parent: one query. */
export async function readChildren(
  db: Kysely<DatabaseSchema>,
  { kind, by, name }: ChildKind,
  { workspaceId, parents }: { readonly workspaceId: string; readonly parents: readonly string[] },
): Promise<ReadonlyMap<string, readonly RecordRow[]>> {
  if (parents.length === 0) return new Map();
  const parent = fieldExpression({ name: by, type: 'ref' });
  const { rows } = await sql<RecordRow & { readonly parent: string }>`
    select ${sql.raw(RECORD_COLUMNS_SQL)}, ${parent} as parent from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and deleted_at is null
      and ${parent} = any(${[...parents]}::text[]) order by id limit ${sql.lit(MAX_CHILDREN_READ + 1)}`.execute(db);
  if (rows.length > MAX_CHILDREN_READ)
    throw invalidQuery('expand', `'${name}' would be more than ${MAX_CHILDREN_READ} records; lower \`limit\`.`);
  return Map.groupBy(rows, (row) => row.parent);
}

interface TrashedParent {
  readonly id: string;
  readonly deletedAt: string;
}

/** The ids of the children that were moved to the trash at the same moment as their parent. */
export async function readTrashedChildren(
  db: Kysely<DatabaseSchema>,
  { kind, by }: ChildKind,
  { workspaceId, parents }: { readonly workspaceId: string; readonly parents: readonly TrashedParent[] },
): Promise<readonly string[]> {
  const [ids, times] = [parents.map(({ id }) => id), parents.map(({ deletedAt }) => deletedAt)];
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and deleted_at is not null
      and (${fieldExpression({ name: by, type: 'ref' })}, deleted_at)
        in (select * from unnest(${ids}::text[], ${times}::timestamptz[]))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
