import { sql, type RawBuilder } from 'kysely';
import {
  celBounds,
  type CelColumn,
  CelError,
  type CelField,
  type CelSchema,
  type CelSubtree,
  celFieldOfSchema,
  checkCel,
  type CheckedCel,
  compileCelToSql,
} from '@cubit/expressions';
import { fail } from '@cubit/core';
import { celColumnOf, fieldExpression, referredIdText } from '@cubit/database';
import { typeHolds, type RecordShape } from '@cubit/core/host';
import { searchCondition } from '../search/search-condition.js';
import { subtreeSql, type SubtreeReader } from './subtree.js';
import { tagKey } from '../tags/tag-name.js';

const COLUMNS: Readonly<Record<string, { readonly field: CelField; readonly column: CelColumn }>> = {
  id: { field: { type: 'string' }, column: { sql: sql.raw('id::text'), kind: 'text' } },
  title: { field: { type: 'string' }, column: { sql: sql.raw('(title collate "C")'), kind: 'text' } },
  tags: { field: { type: { list: 'string' }, fold: tagKey }, column: { sql: sql.raw('tags'), kind: 'text[]' } },
  version: { field: { type: 'number' }, column: { sql: sql.raw('version::numeric'), kind: 'numeric' } },
  created_at: { field: { type: 'timestamp' }, column: { sql: sql.raw('created_at'), kind: 'timestamptz' } },
  updated_at: { field: { type: 'timestamp' }, column: { sql: sql.raw('updated_at'), kind: 'timestamptz' } },
  created_by: { field: { type: 'string', optional: true }, column: { sql: sql.raw('created_by::text'), kind: 'text' } },
};

const CHECKED_FILTERS = 500;
const schemas = new WeakMap<RecordShape, { readonly schema: CelSchema; readonly checked: Map<string, CheckedCel> }>();

/** The columns and fields of a record as variables of the expression language. */
export function filterSchemaOf(shape: RecordShape): CelSchema {
  return knownOf(shape).schema;
}

function knownOf(shape: RecordShape) {
  const known = schemas.get(shape);
  if (known) return known;
  const fields = [...shape.fields.values()].map((field): [string, CelField] => {
    const { 'x-unit': unit } = field.schema as { 'x-unit'?: string };
    return [field.name, { ...celFieldOfSchema(field.schema, true), ...(unit === undefined ? {} : { unit }) }];
  });
  const columns = Object.entries(COLUMNS).map(([name, { field }]): [string, CelField] => [
    name,
    // A record of a tree is within the tree itself: `within(id, "...")`.
    name === 'id' ? { ...field, refersTo: shape.kind.id } : field,
  ]);
  const made = {
    schema: {
      variables: Object.fromEntries([...fields, ...columns]),
      trees: new Set(shape.trees.keys()),
      isSearched: true,
    },
    checked: new Map<string, CheckedCel>(),
  };
  schemas.set(shape, made);
  return made;
}

export interface FilterContext {
  readonly now: Date;
  readonly workspaceId: string;
  /** Subtrees that were read before. Without them, the statement computes them. */
  readonly subtreeOf?: SubtreeReader;
}

/** The subtrees that a filter names. Throws if it does not parse. */
export function subtreesIn(shape: RecordShape, filter: string): readonly CelSubtree[] {
  return checkedFilter(shape, filter).subtrees;
}

/**
 * Compiles the filter to an SQL condition; `400 invalid_filter` with the position if it does not parse or does not
 * match the kind.
 */
export function compileFilter(
  shape: RecordShape,
  filter: string,
  { now, workspaceId, subtreeOf }: FilterContext,
): RawBuilder<boolean> {
  try {
    return compileCelToSql(checkedFilter(shape, filter), (path) => columnOf(shape, path, workspaceId), {
      now,
      searchSql: (text) => searchCondition({ workspaceId, shape }, text),
      subtreeSql: (tree, root) => subtreeSql({ trees: shape.trees, workspaceId, subtreeOf }, { tree, root }),
    });
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const message = `${error.message} (at position ${error.position})`;
    throw fail('invalid_filter', message, { details: [{ path: 'query:filter', code: error.code, message }] });
  }
}

/** Whether a filter selects one contiguous range in the order by a field: `qty >= 5 && qty < 10`. */
export function isStretchOf(name: string, shape: RecordShape, filter: string): boolean {
  return celBounds(checkedFilter(shape, filter), name);
}

function checkedFilter(shape: RecordShape, filter: string): CheckedCel {
  const { schema, checked } = knownOf(shape);
  const known = checked.get(filter);
  if (known) return known;
  const expression = checkCel(filter, schema, 'bool');
  if (checked.size >= CHECKED_FILTERS) checked.delete(checked.keys().next().value ?? '');
  checked.set(filter, expression);
  return expression;
}

function columnOf(shape: RecordShape, path: readonly string[], workspaceId: string): CelColumn {
  const [named = '', ...members] = path;
  // The index is on the title.
  const name = named === shape.titleField ? 'title' : named;
  const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name]?.column : undefined;
  if (column) return name === 'tags' ? { ...column, holdsFolded: (key) => hasTag(workspaceId, key) } : column;
  const field = shape.fields.get(name);
  if (!field) throw new Error(`The filter names '${name}', which its check should have refused.`);
  if (members.length === 0) return celColumnOf(field);
  if (typeHolds(field.type, 'money') && members[0] === 'amount')
    return { sql: fieldExpression(field), kind: 'numeric' };
  if (typeHolds(field.type, 'record_of_any_kind') && members[0] === 'id')
    return { sql: sql.raw(referredIdText(name)), kind: 'text' };
  return { sql: sql`${sql.raw(`fields->'${name}'`)}#>${members}::text[]`, kind: 'jsonb' };
}

/** Records have tags in the spelling of the workspace. All spellings are found with one lookup in the index on tags. */
function hasTag(workspaceId: string, key: string): RawBuilder<boolean> {
  const written = sql`array(select name from tag where workspace_id = ${workspaceId} and name_key = ${key})`;
  // The index on tags contains only records with tags; the query must repeat its condition.
  return sql`(tags <> '{}' and tags && ${written})`;
}
