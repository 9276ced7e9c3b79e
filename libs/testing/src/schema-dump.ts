import type { Database } from '@cubit/database';

/** Objects of extensions are excluded. */
const NOT_OF_EXTENSIONS = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

const TABLES = `
select c.oid::text as id, c.relname as name, parent.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
  pg_get_partkeydef(c.oid) as partitioned_by, c.reloptions::text as options, c.relrowsecurity as secured
from pg_class c
left join pg_inherits i on i.inhrelid = c.oid
left join pg_class parent on parent.oid = i.inhparent
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${NOT_OF_EXTENSIONS('pg_class', 'c.oid')}
order by coalesce(parent.relname, c.relname), parent.relname nulls first, c.relname`;

const COLUMNS = `
select a.attrelid::text as table_id,
  concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end,
    case a.attgenerated when 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
      else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as text
from pg_attribute a
join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
order by a.attrelid, a.attnum`;

const CONSTRAINTS = `
select conrelid::text as table_id, concat('constraint ', quote_ident(conname), ' ', pg_get_constraintdef(oid)) as text
from pg_constraint
where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'f', 'x') and conrelid <> 0 and coninhcount = 0
order by contype, conname`;

/** Indexes of constraints, and those that a partition inherits, are excluded. */
const INDEXES = `
select x.indrelid::text as table_id, pg_get_indexdef(x.indexrelid) as text
from pg_index x
join pg_class c on c.oid = x.indexrelid
where c.relnamespace = 'public'::regnamespace
  and not exists (select from pg_constraint where conindid = x.indexrelid and contype in ('p', 'u', 'x'))
  and not exists (select from pg_inherits where inhrelid = x.indexrelid)
order by c.relname`;

/** Triggers that fill defaults in are excluded: they follow from the fields of kinds. */
const OTHERS = `
select text from (
  select 1 as turn, 'create sequence ' || quote_ident(relname) as text from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'S'
  union all
  select 2, pg_get_functiondef(oid) from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${NOT_OF_EXTENSIONS('pg_proc', 'p.oid')}
  union all
  select 3, pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal and tgparentid = 0
    and not starts_with(tgname, 'defaults_')
  union all
  select 4, format('create policy %I on %I using %s', policyname, tablename, qual) from pg_policies
  union all
  select 5, 'create extension ' || quote_ident(extname) from pg_extension where extname <> 'plpgsql'
) others order by turn, text`;

interface TableRow {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  readonly bound: string | null;
  readonly partitioned_by: string | null;
  readonly options: string | null;
  readonly secured: boolean;
}
interface PartRow {
  readonly table_id: string;
  readonly text: string;
}

/** The schema of a database from its catalog, in a stable order, for comparison line by line. */
export async function dumpSchema({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows: tables } = await pool.query<TableRow>(TABLES);
  const columns = await partsOf(pool, COLUMNS);
  const constraints = await partsOf(pool, CONSTRAINTS);
  const indexes = await partsOf(pool, INDEXES);
  const { rows: others } = await pool.query<{ readonly text: string }>(OTHERS);
  const ofTables = tables.map((table) => {
    const members = [...(columns.get(table.id) ?? []), ...(constraints.get(table.id) ?? [])];
    return [headOf(table, members), ...(indexes.get(table.id) ?? [])].map((text) => `${text};\n`).join('');
  });
  return [...ofTables, ...others.map(({ text }) => `${text};\n`)].join('\n');
}

async function partsOf(pool: Database['pool'], statement: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await pool.query<PartRow>(statement);
  const parts = new Map<string, string[]>();
  for (const { table_id, text } of rows) parts.set(table_id, [...(parts.get(table_id) ?? []), text]);
  return parts;
}

function headOf(
  { name, parent, bound, partitioned_by, options, secured }: TableRow,
  members: readonly string[],
): string {
  const body = members.length > 0 ? ` (\n  ${members.join(',\n  ')}\n)` : '';
  return [
    parent === null ? `create table ${name}${body}` : `create table ${name} partition of ${parent}${body} ${bound}`,
    ...(partitioned_by === null ? [] : [`partition by ${partitioned_by}`]),
    ...(options === null ? [] : [`with ${options}`]),
    ...(secured ? ['-- with row-level security'] : []),
  ].join(' ');
}
