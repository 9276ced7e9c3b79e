import { sql, type RawBuilder } from 'kysely';
import type { CelColumn } from '@cubit/expressions';
import type { ShapeField } from '@cubit/core/host';

/** The SQL expression of a field, for filters, sorts and indexes: an index is used only for the same expression. */
export function fieldExpression(field: Pick<ShapeField, 'name' | 'type'>): RawBuilder<unknown> {
  return sql.raw(expressionText(field));
}

export function expressionText({ name, type }: Pick<ShapeField, 'name' | 'type'>): string {
  // The name is validated at registration (letters, digits, underscores), so it is safe in SQL text.
  switch (type) {
    // A value stored under an older type of the field counts as absent and must not fail the statement.
    case 'integer':
    case 'decimal':
      return `(case when jsonb_typeof(fields->'${name}') = 'number' then (fields->>'${name}')::numeric end)`;
    case 'boolean':
      return `(case when jsonb_typeof(fields->'${name}') = 'boolean' then (fields->>'${name}')::boolean end)`;
    case 'money':
      return `(case when fields#>>'{${name},amount}' ~ '^-?[0-9]{1,15}([.][0-9]{1,6})?$' then (fields#>>'{${name},amount}')::numeric end)`;
    case 'json':
    case 'refs':
    case 'users':
    case 'any_ref':
    case 'multi_select':
      return `(fields->'${name}')`;
    default:
      return `((fields->>'${name}') collate "C")`;
  }
}

/** The id that a reference of any kind holds: what such records are found by. */
export function referredIdText(name: string): string {
  return `((fields#>>'{${name},id}') collate "C")`;
}

const COLUMN_EXPRESSIONS: Readonly<Record<string, string>> = {
  id: 'id',
  title: '(title collate "C")',
  version: 'version',
  created_at: 'created_at',
  updated_at: 'updated_at',
  created_by: 'created_by',
};

/** What titles are sorted by: their key. Until that is made, the title itself. */
export const TITLE_ORDER = '(coalesce(title_key, title) collate "C")';

/** Record columns that lists can sort by, in addition to fields. */
export function columnExpression(name: string): string | undefined {
  return Object.hasOwn(COLUMN_EXPRESSIONS, name) ? COLUMN_EXPRESSIONS[name] : undefined;
}

const CEL_KINDS: Readonly<Record<string, CelColumn['kind']>> = {
  integer: 'numeric',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'iso-date',
  datetime: 'iso-datetime',
  json: 'jsonb',
  refs: 'jsonb',
  users: 'jsonb',
  any_ref: 'jsonb',
  money: 'jsonb',
  multi_select: 'jsonb',
};

/** A field as the filter compiler needs it. */
export function celColumnOf(field: ShapeField): CelColumn {
  const text = field.type === 'money' ? `(fields->'${field.name}')` : expressionText(field);
  return { sql: sql.raw(text), kind: CEL_KINDS[field.type] ?? 'text' };
}
