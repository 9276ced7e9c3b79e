import { sql } from 'kysely';
import { fieldExpression } from '@cubit/database';
import { invalidQuery, type RecordShape, type RegisteredKind, type WorkspaceSchema } from '@cubit/core/host';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import { RECORD_COLUMNS_SQL, type RecordRow } from '../read/record-row.js';

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
