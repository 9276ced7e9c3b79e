import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { AnyKind } from '../contract/module.js';
import { columnExpression, expressionText } from '../records/field-columns.js';
import type { RegisteredKind, RegisteredSweep } from '../registry/registered.js';
import type { Registry } from '../registry/registry.js';
import type { DatabaseSchema } from './schema.js';

/** Any constant: the same for every process that prepares a database. */
const PREPARE_LOCK = 0x63_75_62_69;
const IDENTIFIER_LENGTH = 63;

interface IndexPlan {
  readonly name: string;
  readonly unique: boolean;
  readonly expressions: readonly string[];
}

/** Makes the partition of every kind, the indexes that it declares and their statistics. Idempotent, and safe when several processes start at once. */
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
    // Two sweeps may go by one field.
    statements.push(...new Set(registry.sweeps.flatMap((sweep) => sweepIndexStatements(sweep, existing))));
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
}

function partitionStatements(kind: RegisteredKind, existing: ReadonlySet<string>): string[] {
  const { partition } = kind;
  const table = existing.has(partition)
    ? []
    : [`create table ${partition} partition of record for values in ('${kind.id}')`];
  const missing = indexesOf(kind).filter((index) => !existing.has(index.name));
  return [
    ...table,
    ...missing.map(
      ({ name, unique, expressions }) =>
        `create ${unique ? 'unique ' : ''}index ${name} on ${partition} (workspace_id, ${expressions.join(', ')}) where deleted_at is null`,
    ),
    ...listIndexStatements(kind, existing),
    ...passingStatements(kind, existing),
    ...statisticsStatements(kind, existing),
  ];
}

/** What a list holds is looked for in it (`has`): records without the list are not in the index. */
function listIndexStatements(kind: RegisteredKind, existing: ReadonlySet<string>): string[] {
  return keysOf(kind.definition.index)
    .filter((fields) => isList(kind, fields) && !existing.has(indexName(kind, fields, 'has')))
    .map((fields) => {
      const list = fieldText(kind, fields[0] ?? '');
      return `create index ${indexName(kind, fields, 'has')} on ${kind.partition} using gin (workspace_id, ${list} jsonb_path_ops) where deleted_at is null and ${list} is not null`;
    });
}

const LISTS: ReadonlySet<string | undefined> = new Set(['json', 'refs', 'users', 'multi_select']);

function isList(kind: RegisteredKind, fields: readonly string[]): boolean {
  return fields.length === 1 && LISTS.has(kind.shape.fields.get(fields[0] ?? '')?.type);
}

/** Records that pass are looked for in all workspaces at once, in or out of the trash. */
function passingStatements(kind: RegisteredKind, existing: ReadonlySet<string>): string[] {
  const name = indexName(kind, ['created_at'], 'old');
  return kind.definition.keepDays === undefined || existing.has(name)
    ? []
    : [`create index ${name} on ${kind.partition} (created_at)`];
}

/**
 * PostgreSQL does not use what it knows of a partial index's expressions: without statistics of their own it takes any value,
 * absent ones too, for one row in two hundred, and then scans the index on a field that no record has.
 */
function statisticsStatements(kind: RegisteredKind, existing: ReadonlySet<string>): string[] {
  const { partition, definition } = kind;
  const fields = new Set([...keysOf(definition.index), ...keysOf(definition.unique)].flat());
  const missing = [...fields].filter((field) => !existing.has(indexName(kind, [field], 'stat')));
  const statements = missing.map(
    (field) => `create statistics ${indexName(kind, [field], 'stat')} on (${fieldText(kind, field)}) from ${partition}`,
  );
  // Rows that are there already are looked at now; later ones are PostgreSQL's own affair.
  return missing.length > 0 && existing.has(partition) ? [...statements, `analyze ${partition}`] : statements;
}

/** A sweep looks for what is due in all workspaces at once, so its index does not start with one. Few records wait for their time: the others are not in it. */
function sweepIndexStatements(sweep: RegisteredSweep, existing: ReadonlySet<string>): string[] {
  const { kind, definition } = sweep;
  const name = indexName(kind, [definition.at], 'due');
  if (existing.has(name)) return [];
  const at = fieldText(kind, definition.at);
  return [`create index ${name} on ${kind.partition} (${at}) where deleted_at is null and ${at} is not null`];
}

/** What the index of a unique key is called: a violation is told by it. */
export function uniqueIndexName(kind: RegisteredKind, fields: readonly string[]): string {
  return indexName(kind, fields, 'key');
}

export function keysOf(keys: AnyKind['index']): readonly (readonly string[])[] {
  return (keys ?? []).map((key) => (typeof key === 'string' ? [key] : (key as readonly string[])));
}

function indexesOf(kind: RegisteredKind): readonly IndexPlan[] {
  const { definition } = kind;
  const ofFields = (fields: readonly string[]) => fields.map((name) => fieldText(kind, name));
  // Absent values sort before all others, so that one index serves both directions.
  const sorted = (expressions: readonly string[]) => [
    ...expressions.map((expression) => `${expression} nulls first`),
    'id',
  ];
  // A ledger is written often and read by its own keys: it gets no index on title or time of change.
  const columns = definition.access === 'read-only' ? ['created_at'] : ['title', 'created_at', 'updated_at'];
  return [
    ...columns.map((column) => ({
      name: indexName(kind, [column], 'idx'),
      unique: false,
      expressions: sorted([columnExpression(column) ?? column]),
    })),
    ...keysOf(definition.index)
      .filter((fields) => !isList(kind, fields))
      .map((fields) => ({
        name: indexName(kind, fields, 'idx'),
        unique: false,
        expressions: sorted(ofFields(fields)),
      })),
    ...keysOf(definition.unique).map((fields) => ({
      name: indexName(kind, fields, 'key'),
      unique: true,
      expressions: ofFields(fields),
    })),
  ];
}

function fieldText(kind: RegisteredKind, name: string): string {
  return expressionText({ name, type: kind.shape.fields.get(name)?.type ?? 'text' });
}

/** PostgreSQL cuts identifiers at 63 bytes; a cut name ends in a hash, so that two never meet. */
function indexName(kind: RegisteredKind, fields: readonly string[], suffix: string): string {
  const whole = `${kind.partition}_${fields.join('_')}_${suffix}`;
  if (whole.length <= IDENTIFIER_LENGTH) return whole;
  const hash = createHash('sha1').update(whole).digest('hex').slice(0, 8);
  return `${whole.slice(0, IDENTIFIER_LENGTH - hash.length - suffix.length - 2)}_${hash}_${suffix}`;
}
