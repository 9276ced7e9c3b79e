import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import {
  type AnyKind,
  FIELD_FACTS,
  type RegisteredKind,
  type RegisteredSweep,
  type Registry,
  type ShapeField,
} from '@cubit/core/host';
import { columnExpression, FIELD_COLUMNS, keyText, TITLE_ORDER } from '../fields/field-columns.js';
import type { DatabaseSchema } from '../schema/schema.js';

/** An arbitrary constant, the same for every process that prepares a database. */
export const PREPARE_LOCK = 0x63_75_62_69;
const IDENTIFIER_LENGTH = 63;

interface IndexPlan {
  readonly name: string;
  /** Default false. */
  readonly unique?: boolean;
  /** Default a B-tree. */
  readonly method?: 'gin';
  readonly columns: readonly string[];
  /** The condition of a partial index. Default: all rows. */
  readonly rows?: string;
}

const LIVE = 'deleted_at is null';

/**
 * Creates the partition of every kind, its declared indexes and their statistics. Idempotent, and safe when several
 * processes start at once.
 */
export async function ensurePartitions(db: Kysely<DatabaseSchema>, registry: Registry): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${PREPARE_LOCK})`.execute(tx);
    const { rows } = await sql<{
      name: string;
    }>`select relname as name from pg_class where relkind in ('r', 'i', 'p') union all select stxname from pg_statistic_ext`.execute(
      tx,
    );
    const existing = new Set(rows.map((row) => row.name));
    const statements = [...registry.kinds.values()].flatMap((kind) => partitionStatements(kind, existing));
    const due = registry.sweeps.filter((sweep) => !existing.has(sweepIndex(sweep).name));
    // Two sweeps may use the same field.
    statements.push(...new Set(due.map((sweep) => createIndex(sweep.kind.partition, sweepIndex(sweep)))));
    // In one message: a new database has hundreds of them.
    if (statements.length > 0) await sql.raw(statements.join(';\n')).execute(tx);
  });
}

function partitionStatements(kind: RegisteredKind, existing: ReadonlySet<string>): string[] {
  const { partition } = kind;
  const table = existing.has(partition)
    ? []
    : [`create table ${partition} partition of record for values in ('${kind.id}')`];
  const missing = indexesOf(kind).filter((index) => !existing.has(index.name));
  return [...table, ...missing.map((index) => createIndex(partition, index)), ...statisticsStatements(kind, existing)];
}

function createIndex(partition: string, { name, unique = false, method, columns, rows }: IndexPlan): string {
  const using = method === undefined ? '' : ` using ${method}`;
  const where = rows === undefined ? '' : ` where ${rows}`;
  return `create ${unique ? 'unique ' : ''}index ${name} on ${partition}${using} (${columns.join(', ')})${where}`;
}

function isList(kind: RegisteredKind, fields: readonly string[]): boolean {
  return fields.length === 1 && indexOf(kind, fields[0] ?? '') === 'items';
}

/** What an index holds of a field, or of a column of records. */
function indexOf({ shape }: RegisteredKind, name: string) {
  return FIELD_COLUMNS[shape.fields.get(name)?.type ?? 'text'].index;
}

/**
 * Statistics on every field that filters compare. Without them PostgreSQL estimates that any condition on a field
 * matches one row in two hundred, and plans for that. It does not use the statistics of a partial index's expressions.
 */
function statisticsStatements(kind: RegisteredKind, existing: ReadonlySet<string>): string[] {
  const { partition } = kind;
  const missing = [...measuredExpressions(kind)].filter(([name]) => !existing.has(indexName(kind, [name], 'stat')));
  const statements = missing.map(
    ([name, expression]) => `create statistics ${indexName(kind, [name], 'stat')} on (${expression}) from ${partition}`,
  );
  // Existing rows are analysed now; autovacuum analyses later ones.
  return missing.length > 0 && existing.has(partition) ? [...statements, `analyze ${partition}`] : statements;
}

/** Long texts are searched, not compared: their values say nothing of how many rows a filter leaves. */
function isMeasured({ type }: ShapeField): boolean {
  return FIELD_COLUMNS[type].index === 'value' && FIELD_FACTS[type].long !== true;
}

function measuredExpressions(kind: RegisteredKind): ReadonlyMap<string, string> {
  const { definition, shape } = kind;
  const indexed = new Set([...indexKeys(definition), ...keysOf(definition.unique)].flat());
  const fields = [...shape.fields.values()].filter(
    (field) => indexed.has(field.name) || (isMeasured(field) && field.name !== shape.titleField),
  );
  return new Map([
    ...fields.map(({ name }): [string, string] => [name, fieldText(kind, name)]),
    // A filter on `title` means the column, whatever fields there are.
    ['title', columnExpression('title') ?? 'title'],
  ]);
}

/**
 * A sweep finds due records of all workspaces at once, so its index does not start with the workspace. Few records
 * have a due time; the others are not in the index.
 */
function sweepIndex({ kind, definition }: RegisteredSweep): IndexPlan {
  const at = fieldText(kind, definition.at);
  return { name: indexName(kind, [definition.at], 'due'), columns: [at], rows: `${LIVE} and ${at} is not null` };
}

/** The name of the index of a unique key, by which a violation is identified. */
export function uniqueIndexName(kind: RegisteredKind, fields: readonly string[]): string {
  return indexName(kind, fields, 'key');
}

export function keysOf(keys: AnyKind['index']): readonly (readonly string[])[] {
  return (keys ?? []).map((key) => (typeof key === 'string' ? [key] : (key as readonly string[])));
}

/** The keys that a kind declares, and the fields by which scanned codes are found. */
export function indexKeys(definition: Pick<AnyKind, 'index' | 'unique' | 'ui'>): readonly (readonly string[])[] {
  const declared = keysOf(definition.index);
  const first = new Set([...declared, ...keysOf(definition.unique)].map(([field]) => field));
  const scanned = (definition.ui?.scan ?? []).filter((field) => !first.has(field));
  return [...declared, ...scanned.map((field) => [field])];
}

function indexesOf(kind: RegisteredKind): readonly IndexPlan[] {
  const { definition } = kind;
  // A ledger is written often and read by its own keys, so it has no index on title or time of change.
  const isLedger = definition.access === 'read-only';
  const columns = isLedger ? ['created_at'] : ['title', 'created_at', 'updated_at'];
  return [
    ...columns.map((column) => sortedIndex(kind, [column], [columnExpression(column) ?? column])),
    ...(isLedger ? [] : [sortedIndex(kind, ['title_key'], [TITLE_ORDER])]),
    // Empty, unless a program of an earlier version writes records.
    { name: indexName(kind, ['title_key'], 'due'), columns: ['workspace_id', 'id'], rows: 'title_key is null' },
    ...indexKeys(definition).map((fields) =>
      isList(kind, fields) ? listIndex(kind, fields) : sortedIndex(kind, fields, textsOf(kind, fields)),
    ),
    ...keysOf(definition.unique).map((fields): IndexPlan => ({
      name: uniqueIndexName(kind, fields),
      unique: true,
      columns: ['workspace_id', ...textsOf(kind, fields)],
      rows: LIVE,
    })),
    // Records with a retention are searched in all workspaces at once, including the trash.
    ...(definition.keepDays === undefined
      ? []
      : [{ name: indexName(kind, ['created_at'], 'old'), columns: ['created_at'] }]),
  ];
}

/** Absent values sort before all others, so that one index serves both directions. */
function sortedIndex(kind: RegisteredKind, names: readonly string[], expressions: readonly string[]): IndexPlan {
  const columns = ['workspace_id', ...expressions.map((expression) => `${expression} nulls first`), 'id'];
  return { name: indexName(kind, names, 'idx'), columns, rows: LIVE };
}

/** Lists are searched for items (`has`). Records without the list are not in the index. */
function listIndex(kind: RegisteredKind, fields: readonly string[]): IndexPlan {
  const [list = ''] = textsOf(kind, fields);
  return {
    name: indexName(kind, fields, 'has'),
    method: 'gin',
    columns: ['workspace_id', `${list} jsonb_path_ops`],
    rows: `${LIVE} and ${list} is not null`,
  };
}

function textsOf(kind: RegisteredKind, fields: readonly string[]): readonly string[] {
  return fields.map((name) => fieldText(kind, name));
}

function fieldText(kind: RegisteredKind, name: string): string {
  return keyText({ name, type: kind.shape.fields.get(name)?.type ?? 'text' });
}

/** PostgreSQL truncates identifiers at 63 bytes. A truncated name ends in a hash, so that it stays unique. */
function indexName(kind: RegisteredKind, fields: readonly string[], suffix: string): string {
  const held = fields.map((name) => (indexOf(kind, name) === 'id' ? `${name}_id` : name));
  const whole = `${kind.partition}_${held.join('_')}_${suffix}`;
  if (whole.length <= IDENTIFIER_LENGTH) return whole;
  const hash = createHash('sha1').update(whole).digest('hex').slice(0, 8);
  return `${whole.slice(0, IDENTIFIER_LENGTH - hash.length - suffix.length - 2)}_${hash}_${suffix}`;
}
