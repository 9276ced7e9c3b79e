import { type RawBuilder, sql } from 'kysely';

/**
 * The SQL type of a fragment. `iso-date` and `iso-datetime` are dates and times kept as text, 10 and 24 characters in
 * UTC: they compare as text, which an index on the stored text serves. A computed time is `numeric` milliseconds.
 */
export type CelColumnKind =
  'text' | 'numeric' | 'boolean' | 'timestamptz' | 'text[]' | 'jsonb' | 'iso-date' | 'iso-datetime';

/** What a field is in the query at hand; the fragment must already be of the SQL type that `kind` names. */
export interface CelColumn {
  readonly sql: RawBuilder<unknown>;
  readonly kind: CelColumnKind;
  /** Of a list whose texts are folded: whether it holds a text, handed over folded. */
  readonly holdsFolded?: (folded: string) => RawBuilder<boolean>;
}

export interface SqlValue extends CelColumn {
  /** A plain column: cheap enough to be emitted twice, where any other fragment may be emitted once only. */
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

/** The value where it is of that JSON type, else null, so that no cast or array function behind it can fail. */
export function jsonOfType(value: RawBuilder<unknown>, type: JsonTypeName): RawBuilder<unknown> {
  const path = sql.lit(`strict $ ? (@.type() == "${type}")`);
  return sql`jsonb_path_query_first(${value}, ${path})`;
}

/** A list as jsonb that is certainly an array, whichever way it is stored. */
export function jsonArraySql(list: SqlValue): RawBuilder<unknown> {
  return list.kind === 'text[]' ? sql`to_jsonb(${list.sql})` : jsonOfType(list.sql, 'array');
}
