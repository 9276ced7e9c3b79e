import { sql, type RawBuilder } from 'kysely';
import { expressionText } from '@cubit/database';
import type { CelSubtree } from '@cubit/expressions';
import type { RecordTree } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';
import type { Kysely } from 'kysely';

type Trees = ReadonlyMap<string, RecordTree>;

/** The ids of a record and of all live records below it. */
export type SubtreeReader = (tree: string, root: string) => ReadonlySet<string>;

interface SubtreeSource {
  readonly trees: Trees;
  readonly workspaceId: string;
  readonly subtreeOf?: SubtreeReader | undefined;
}

/** Ids that are passed as values at most: a large subtree selects many records, so its size does not change the plan. */
const MAX_VALUES = 200;

/** The ids of a record and of all live records below it, as one array: known values, or computed once for a statement. */
export function subtreeSql(
  { trees, workspaceId, subtreeOf }: SubtreeSource,
  { tree, root }: CelSubtree,
): RawBuilder<readonly string[]> {
  const known = subtreeOf?.(tree, root);
  if (known && known.size <= MAX_VALUES) return sql`cast(${[...known]} as text[])`;
  const stored = trees.get(tree);
  if (!stored) throw new Error(`'${tree}' is not a tree, which the check should have refused.`);
  const parent = sql.raw(expressionText({ name: stored.parent, type: 'ref' }));
  // A union, not a union of all: a cycle ends it.
  return sql`array(with recursive below(id) as (
    select cast(${root} as text) collate "C"
    union select node.id::text collate "C" from ${sql.table(stored.partition)} node join below on ${parent} = below.id
      where node.workspace_id = ${workspaceId} and node.kind = ${sql.lit(tree)} and node.deleted_at is null
    ) select id from below)`;
}

/** The same for conditions that are evaluated in memory: one statement for all subtrees. */
export async function readSubtrees(
  db: Kysely<DatabaseSchema>,
  source: SubtreeSource,
  subtrees: readonly CelSubtree[],
): Promise<SubtreeReader> {
  const columns = subtrees.map((subtree, index) => sql`${subtreeSql(source, subtree)} as ${sql.raw(`s${index}`)}`);
  const { rows } =
    columns.length === 0
      ? { rows: [] }
      : await sql<Record<string, readonly string[]>>`select ${sql.join(columns)}`.execute(db);
  const [found = {}] = rows;
  const sets = new Map(subtrees.map(({ tree, root }, index) => [`${tree}/${root}`, new Set(found[`s${index}`])]));
  return (tree, root) => sets.get(`${tree}/${root}`) ?? new Set();
}
