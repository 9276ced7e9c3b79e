import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { RegisteredKind, Registry, ShapeField } from '@cubit/core/host';
import { FIELD_COLUMNS } from '../fields/field-columns.js';
import type { DatabaseSchema } from '../schema/schema.js';
import { PREPARE_LOCK } from './partitions.js';

/** The role that may read the views, and nothing else. It cannot log in: an operator grants it to roles that can. */
export const READER_ROLE = 'cubit_reader';

/** Marks what this program made; the rest of a comment is the hash of the definition. */
const MARK = 'Made by Cubit';
const OWN_COLUMNS: readonly string[] = [
  'workspace_id',
  'id',
  'title',
  'tags',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'custom',
];

interface KindView {
  readonly schema: string;
  readonly name: string;
  readonly definition: string;
  readonly comment: string;
}

export interface ViewOptions {
  /** Called with the reason if the role or the views of a schema cannot be created. The program runs without them. */
  readonly onSkip: (what: string, reason: unknown) => void;
}

/**
 * Creates a view for each kind, in a schema for each module, for other programs to read, and the role that may read
 * them. If all of them are up to date, nothing changes. Without the privilege to create them there are none.
 */
export async function ensureKindViews(
  db: Kysely<DatabaseSchema>,
  registry: Registry,
  { onSkip }: ViewOptions,
): Promise<void> {
  const views = [workspaceView(), ...[...registry.kinds.values()].map(viewOf)];
  // Those of modules that are gone, too.
  const { rows: made } = await sql<{ schema: string }>`
    select nspname as schema from pg_namespace where obj_description(oid, 'pg_namespace') = ${MARK}`.execute(db);
  const schemas = [...new Set([...views, ...made].map(({ schema }) => schema))];
  if (await isComplete(db, views, schemas)) return;
  const attempt = async (what: string, work: (tx: Kysely<DatabaseSchema>) => Promise<unknown>) => {
    try {
      await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${PREPARE_LOCK})`.execute(tx);
        await work(tx);
      });
    } catch (error) {
      onSkip(what, error);
    }
  };
  await attempt(`the role ${READER_ROLE}`, ensureRole);
  for (const schema of schemas)
    await attempt(`the schema ${schema}`, (tx) =>
      ensureSchema(tx, { schema, views: views.filter((view) => view.schema === schema) }),
    );
}

async function ensureRole(db: Kysely<DatabaseSchema>): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${READER_ROLE}`.execute(db);
  if (rows.length === 0) await sql`create role ${sql.ref(READER_ROLE)} nologin`.execute(db);
}

interface SchemaPlan {
  readonly schema: string;
  readonly views: readonly KindView[];
}

async function ensureSchema(db: Kysely<DatabaseSchema>, { schema, views }: SchemaPlan): Promise<void> {
  const { rows: found } = await sql<{ comment: string | null }>`
    select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = ${schema}`.execute(db);
  const { rows: users } = await sql`select where current_user = ${schema}`.execute(db);
  // By default PostgreSQL looks for a user's tables in the schema of its name first, and makes them there.
  if (users.length > 0) throw new Error(`The database user is called '${schema}' as well.`);
  if (found[0] && found[0].comment !== MARK) throw new Error(`There is a schema '${schema}' that Cubit did not make.`);
  const present = await commentsOf(db, [schema]);
  const wanted = new Set(views.map((one) => `${schema}.${one.name}`));
  const gone = [...present].filter(([id, comment]) => comment.startsWith(MARK) && !wanted.has(id));
  const stale = views.filter((one) => present.get(`${schema}.${one.name}`) !== one.comment);
  const { rows: role } = await sql`select from pg_roles where rolname = ${READER_ROLE}`.execute(db);
  const all = views.map(quotedName).join(', ');
  const statements = [
    ...(found[0] ? [] : [`create schema "${schema}"`, `comment on schema "${schema}" is '${MARK}'`]),
    ...gone.map(([id]) => `drop view "${id.replace('.', '"."')}"`),
    // A view can only be replaced by one with the same columns and more behind them.
    ...stale.flatMap((one) => [
      `drop view if exists ${quotedName(one)}`,
      `create view ${quotedName(one)} as ${one.definition}`,
      `comment on view ${quotedName(one)} is '${one.comment}'`,
    ]),
    ...(role.length === 0 ? [] : [`grant usage on schema "${schema}" to ${READER_ROLE}`]),
    ...(role.length === 0 || all === '' ? [] : [`grant select on ${all} to ${READER_ROLE}`]),
  ];
  if (statements.length === 0) return;
  // In one message: a new database has dozens of views.
  await sql.raw(statements.join(';\n')).execute(db);
}

/** Whether every view is there as it is wanted, no other is, and the role may read them. */
async function isComplete(
  db: Kysely<DatabaseSchema>,
  views: readonly KindView[],
  schemas: readonly string[],
): Promise<boolean> {
  const present = await commentsOf(db, schemas);
  const { rows } = await sql<{ readable: number }>`
    select count(*)::int as readable from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
    where r.rolname = ${READER_ROLE} and n.nspname = any(${schemas}::text[]) and c.relkind = 'v'
      and has_table_privilege(r.oid, c.oid, 'select') and has_schema_privilege(r.oid, n.oid, 'usage')`.execute(db);
  return (
    present.size === views.length &&
    rows[0]?.readable === views.length &&
    views.every(({ schema, name, comment }) => present.get(`${schema}.${name}`) === comment)
  );
}

async function commentsOf(
  db: Kysely<DatabaseSchema>,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; comment: string | null }>`
    select n.nspname || '.' || c.relname as id, obj_description(c.oid, 'pg_class') as comment
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname = any(${schemas}::text[])`.execute(db);
  return new Map(rows.map(({ id, comment }) => [id, comment ?? '']));
}

/** Names of the workspaces, to be joined by `workspace_id`. */
function workspaceView(): KindView {
  return view('core', 'workspace', 'select id, slug, name, created_at from workspace where deleted_at is null');
}

function viewOf(kind: RegisteredKind): KindView {
  const fields = [...kind.shape.fields.values()].filter(({ name }) => name !== kind.shape.titleField);
  const declared = [...kind.shape.fields.keys()].map((name) => `'${name}'`).join(', ');
  const columns = [
    'workspace_id',
    'id',
    'title',
    ...fields.flatMap(columnsOf),
    'tags',
    'version',
    'created_at',
    'updated_at',
    'created_by',
    `fields - array[${declared}]::text[] as custom`,
  ];
  const definition = `select ${columns.join(', ')} from ${kind.partition} where deleted_at is null`;
  return view(kind.module.replaceAll('-', '_'), kind.local, definition);
}

/** Names of modules and kinds are letters, digits and underscores; quoted, since one may be a word of SQL. */
function quotedName({ schema, name }: KindView): string {
  return `"${schema}"."${name}"`;
}

function view(schema: string, name: string, definition: string): KindView {
  const hash = createHash('sha256').update(definition).digest('hex').slice(0, 16);
  return { schema, name, definition, comment: `${MARK} ${hash}` };
}

function columnsOf({ name, type }: ShapeField): readonly string[] {
  // Names of fields are letters, digits and underscores. One of a column of every view gives way to it.
  const column = OWN_COLUMNS.includes(name) ? `field_${name}` : name;
  const columns = Object.entries(FIELD_COLUMNS[type].view(name));
  return columns.map(([suffix, expression]) => `${expression} as "${column}${suffix}"`);
}
