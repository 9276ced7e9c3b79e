import { type FieldTypeName, fieldTypeOf } from '@cubit/web-contract';
import type { Caller } from './statements.js';

/** A kind as `GET /modules/{module}` describes it; what the tables of the bare server are made of. */
export interface KindDescription {
  readonly id: string;
  readonly name: string;
  readonly title_field: string | null;
  readonly index: readonly (readonly string[])[];
  readonly unique: readonly (readonly string[])[];
  readonly schemas: {
    readonly read: { readonly properties: Readonly<Record<string, object>> };
  };
}

/** Schema of the tables of the bare server, beside those of the program. */
export const NATIVE_SCHEMA = 'bench_native';

const UUID = { type: 'uuid', write: quoted } as const;
const TEXT = { type: 'text collate "C"', write: (value: string) => JSON.stringify(value) } as const;
const NUMERIC = { type: 'numeric', write: asItIs } as const;
const TIME = { type: 'timestamptz', write: (value: string) => `"${isoTime(value)}"` } as const;
const JSONB = { type: 'jsonb', write: asItIs } as const;

interface ColumnType {
  readonly type: string;
  /** The database's text of a value as JSON. */
  readonly write: (text: string) => string;
}

/** Money has two columns. */
const TYPES: Readonly<Record<Exclude<FieldTypeName, 'money'>, ColumnType>> = {
  text: TEXT,
  longtext: TEXT,
  url: TEXT,
  email: TEXT,
  enum: TEXT,
  ref: UUID,
  file: UUID,
  user: UUID,
  integer: { type: 'bigint', write: asItIs },
  decimal: NUMERIC,
  boolean: { type: 'boolean', write: (value) => (value === 't' ? 'true' : 'false') },
  date: { type: 'date', write: quoted },
  datetime: TIME,
  json: JSONB,
  any_ref: JSONB,
  refs: JSONB,
  users: JSONB,
  multi_select: JSONB,
};

interface Column {
  readonly name: string;
  readonly type: string;
}

interface FieldColumns {
  readonly field: string;
  readonly columns: readonly Column[];
  /** The JSON of the field, from the texts of its columns; null where it is absent. */
  readonly write: (texts: readonly (string | null)[]) => string | null;
}

/** Columns that every table has, before those of its fields. */
const OWN_COLUMNS = ['id', 'title', 'tags', 'version', 'created_at', 'updated_at', 'created_by', 'deleted_at'] as const;
/** The database's text of each column. */
export type NativeRow = readonly (string | null)[];
export type NativeFields = Readonly<Record<string, unknown>>;

export interface NewRecord {
  readonly id: string;
  readonly title: string;
  readonly fields: NativeFields;
  readonly version?: number;
  readonly created_at: string;
  readonly updated_at?: string;
}

/** A kind as a table with a native column for each field, as somebody would make it by hand. */
export class NativeKind {
  readonly id: string;
  readonly table: string;
  /** Columns of a record, in the order of a `NativeRow`. */
  readonly select: string;
  /** Inserts records: `$1` the workspace, `$2` the user, `$3` an array of what `insertable` makes of them. */
  readonly insert: string;
  readonly #fields: readonly FieldColumns[];
  readonly #description: KindDescription;

  constructor(description: KindDescription) {
    this.#description = description;
    this.id = description.id;
    this.table = `${NATIVE_SCHEMA}.${description.name}`;
    this.#fields = Object.entries(description.schemas.read.properties)
      // The title is the column of its field.
      .filter(([field]) => field !== description.title_field)
      .map(([field, schema]) => columnsOf(field, fieldTypeOf(schema) ?? 'json'));
    const columns = this.#fields.flatMap((field) => field.columns);
    const names = columns.map(({ name }) => name).join(', ');
    this.select = `${OWN_COLUMNS.join(', ')}, ${names}`;
    const types = columns.map(({ name, type }) => `${name} ${type.replace(' collate "C"', '')}`).join(', ');
    this.insert = `insert into ${this.table} (workspace_id, created_by, id, title, version, created_at, updated_at, ${names})
      select $1, $2, id, title, version, created_at, updated_at, ${names} from jsonb_to_recordset($3)
      as x(id uuid, title text, version integer, created_at timestamptz, updated_at timestamptz, ${types})`;
  }

  /** The table, and the indexes that the program's kind has. */
  create(): readonly string[] {
    const columns = this.#fields.flatMap((field) => field.columns).map(({ name, type }) => `${name} ${type}`);
    const { index, unique } = this.#description;
    const indexes = [['title'], ['created_at'], ['updated_at'], ...index].map((fields) => this.#index(fields));
    const keys = unique.map(
      (fields) => `create unique index on ${this.table} (workspace_id, ${fields.join(', ')}) where deleted_at is null`,
    );
    return [
      `create table ${this.table} (workspace_id uuid not null, id uuid not null, title text collate "C" not null,
        tags text[] not null default '{}', version integer not null, created_at timestamptz not null,
        updated_at timestamptz not null, created_by uuid, deleted_at timestamptz, ${columns.join(', ')},
        primary key (workspace_id, id))`,
      ...indexes,
      ...keys,
    ];
  }

  #index(fields: readonly string[]): string {
    const [first = ''] = fields;
    const isList = this.#fields.some(({ field, columns }) => field === first && columns[0]?.type === 'jsonb');
    return isList
      ? `create index on ${this.table} using gin (workspace_id, ${first} jsonb_path_ops) where deleted_at is null and ${first} is not null`
      : `create index on ${this.table} (workspace_id, ${fields.map((field) => `${field} nulls first`).join(', ')}, id) where deleted_at is null`;
  }

  /** A record as the `insert` statement takes it. */
  insertable({ id, title, fields, version = 1, created_at: at, updated_at: changed = at }: NewRecord): NativeFields {
    const values = this.#fields.flatMap(({ field, columns }): [string, unknown][] => {
      const value = fields[field];
      if (columns.length === 1) return [[field, value]];
      const money = value as { readonly amount: string; readonly currency: string } | undefined;
      return columns.map(({ name }, index) => [name, index === 0 ? money?.amount : money?.currency]);
    });
    return { id, title, version, created_at: at, updated_at: changed, ...Object.fromEntries(values) };
  }

  /** The record as JSON. */
  text(row: NativeRow): string {
    const [id, title, tags, version, createdAt, updatedAt, createdBy, deletedAt] = row;
    const name = JSON.stringify(title);
    let fields = this.#description.title_field === null ? '' : `"${this.#description.title_field}":${name}`;
    let at = OWN_COLUMNS.length;
    for (const { field, columns, write } of this.#fields) {
      const value = columns.length === 1 ? write([row[at] ?? null]) : write(row.slice(at, at + columns.length));
      at += columns.length;
      if (value !== null) fields += `${fields === '' ? '' : ','}"${field}":${value}`;
    }
    return (
      `{"id":"${id}","kind":"${this.id}","title":${name},"fields":{${fields}},"tags":${tagsText(tags ?? '{}')},"version":${version},` +
      `"created_at":"${isoTime(createdAt ?? '')}","updated_at":"${isoTime(updatedAt ?? '')}",` +
      `"created_by":${createdBy === null ? 'null' : `"${createdBy}"`},"deleted_at":${deletedAt === null ? 'null' : `"${isoTime(deletedAt ?? '')}"`}}`
    );
  }
}

/** The record that was just written, as JSON: nothing is read back. */
export function createdText(kind: string, record: NewRecord, { userId }: Caller): string {
  const { id, title, fields, created_at: at } = record;
  return JSON.stringify({
    ...{ id, kind, title, fields, tags: [], version: 1, created_at: at, updated_at: at },
    ...{ created_by: userId, deleted_at: null },
  });
}

function columnsOf(field: string, type: FieldTypeName): FieldColumns {
  if (type === 'money')
    return {
      field,
      columns: [
        { name: field, type: NUMERIC.type },
        { name: `${field}_currency`, type: TEXT.type },
      ],
      write: ([amount, currency]) => (amount === null ? null : `{"amount":"${amount}","currency":"${currency}"}`),
    };
  const column = TYPES[type];
  return {
    field,
    columns: [{ name: field, type: column.type }],
    write: ([text]) => (text === null || text === undefined ? null : column.write(text)),
  };
}

function asItIs(text: string): string {
  return text;
}

function quoted(text: string): string {
  return `"${text}"`;
}

/** `2026-01-31 10:20:30.5+00`, as PostgreSQL writes it in UTC, as the program writes it. */
function isoTime(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}

/** Of the texts that the rows have here: none has tags that need quotes. */
function tagsText(array: string): string {
  return array === '{}' ? '[]' : JSON.stringify(array.slice(1, -1).split(','));
}
