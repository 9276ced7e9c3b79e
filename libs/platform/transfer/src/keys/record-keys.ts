import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import { fieldTypeOf, typeHoldsOne, type RegisteredKind } from '@cubit/core/host';

/** Levels of ancestors in a key. Trees are not deeper (`refuseCycles`). */
const MAX_DEPTH = 32;
const SEPARATOR = '/';
const TO_ESCAPE = /[\\/]/g;

export interface KeySource {
  readonly db: Database['db'];
  readonly workspaceId: string;
}

/** The field by which records of a kind form a tree: a reference to the same kind. Null without one. */
export function treeField({ definition, id }: RegisteredKind): string | null {
  const fields = Object.entries(definition.fields.properties) as [string, { 'x-kind'?: string }][];
  const own = fields
    .filter(([, schema]) => typeHoldsOne(fieldTypeOf(schema), 'record') && schema['x-kind'] === id)
    .map(([name]) => name);
  return own.find((name) => name === 'parent') ?? null;
}

/** `Resistors/SMD`: titles from the root down. A slash within a title is escaped by a backslash. */
export function joinPath(titles: readonly string[]): string {
  return titles.map((title) => title.replaceAll(TO_ESCAPE, String.raw`\$&`)).join(SEPARATOR);
}

export function splitPath(key: string): readonly string[] {
  const titles: string[] = [''];
  for (let index = 0; index < key.length; index += 1) {
    const character = key.charAt(index);
    if (character === SEPARATOR) titles.push('');
    else {
      if (character === '\\' && index + 1 < key.length) index += 1;
      titles[titles.length - 1] += key.charAt(index);
    }
  }
  return titles;
}

interface Node {
  readonly id: string;
  readonly title: string;
  readonly parent: string | null;
}

/** Readable keys of records: the title, or in a tree the path. One query per level of the tree. Missing ids are omitted. */
export async function recordKeys(
  { db, workspaceId }: KeySource,
  kind: RegisteredKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tree = treeField(kind);
  const nodes = new Map<string, Node>();
  let open = [...new Set(ids)];
  for (let depth = 0; depth <= MAX_DEPTH && open.length > 0; depth += 1) {
    const parent = tree === null ? sql`null` : sql`fields->>${sql.lit(tree)}`;
    const { rows } = await sql<Node>`select id, title, ${parent} as parent from ${sql.table(kind.partition)}
      where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and id = any(${open}::uuid[])`.execute(db);
    for (const row of rows) nodes.set(row.id, row);
    const above = rows.flatMap(({ parent: id }) => (id === null || nodes.has(id) ? [] : [id]));
    open = [...new Set(above)];
  }
  const named = [...new Set(ids)].flatMap((id): [string, string][] => {
    const key = keyOf(nodes, id, tree !== null);
    return key === null ? [] : [[id, key]];
  });
  return new Map(named);
}

function keyOf(nodes: ReadonlyMap<string, Node>, id: string, inTree: boolean): string | null {
  const node = nodes.get(id);
  if (!node) return null;
  if (!inTree) return node.title;
  const titles = [node.title];
  for (let at = node.parent; at !== null && titles.length <= MAX_DEPTH;) {
    const above = nodes.get(at);
    if (!above) break;
    titles.unshift(above.title);
    at = above.parent;
  }
  return joinPath(titles);
}

/** Members by their sign-in address. */
export async function memberKeys(
  { db, workspaceId }: KeySource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .select(['app_user.id', 'app_user.email'])
    .where('member.workspace_id', '=', workspaceId)
    .where(sql<boolean>`member.user_id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
