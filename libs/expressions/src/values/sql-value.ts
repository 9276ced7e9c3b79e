import { type RawBuilder, sql } from 'kysely';

/**
 * The SQL type of a fragment. `iso-date` and `iso-datetime` are dates and times stored as text, 10 and 24
 * characters in UTC: they are compared as text, for which an index on the text can be used. A computed time is
 * `numeric` milliseconds.
 */
export type CelColumnKind =
  | 'text'
  | 'numeric'
  | 'boolean'
  | 'timestamptz'
  | 'text[]'
  | 'jsonb'
  | 'iso-date'
  | 'iso-datetime';

/** A field in the query. The fragment must have the SQL type that `kind` names. */
export interface CelColumn {
  readonly sql: RawBuilder<unknown>;
  readonly kind: CelColumnKind;
  /** For a list with folded texts: whether it contains a folded text. */
  readonly holdsFolded?: (folded: string) => RawBuilder<boolean>;
}

export interface SqlValue extends CelColumn {
  /** A plain column, which is cheap enough to be emitted twice. Other fragments may be emitted only once. */
  readonly stored?: boolean;
}

export function sqlValue(kind: CelColumnKind, fragment: RawBuilder<unknown>): SqlValue {
  return { kind, sql: fragment };
}

export function numericSql(text: string): RawBuilder<unknown> {
  return sql`cast(${text} as numeric)`;
}

export function textSql(text: string): RawBuilder<unknown> {
  return sql`cast(${text} as text)`;
}

export function jsonSql(value: unknown): RawBuilder<unknown> {
  return sql`cast(${JSON.stringify(value)} as jsonb)`;
}

type JsonTypeName = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** The value if it is of that JSON type, otherwise null, so that no cast or array function on it can fail. */
export function jsonOfType(value: RawBuilder<unknown>, type: JsonTypeName): RawBuilder<unknown> {
  const path = sql.lit(`strict $ ? (@.type() == "${type}")`);
  return sql`jsonb_path_query_first(${value}, ${path})`;
}

/** A list as jsonb that is always an array, however it is stored. */
export function jsonArraySql(list: SqlValue): RawBuilder<unknown> {
  return list.kind === 'text[]' ? sql`to_jsonb(${list.sql})` : jsonOfType(list.sql, 'array');
}
