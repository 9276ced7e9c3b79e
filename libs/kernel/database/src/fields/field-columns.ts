import { sql, type RawBuilder } from 'kysely';
import { type CelColumn, STORED_TIME_PATTERN } from '@cubit/expressions';
import type { FieldTypeName, ShapeField } from '@cubit/core/host';

/** The SQL expression of a field, for filters, sorts and indexes: an index is used only for the same expression. */
export function fieldExpression(field: Pick<ShapeField, 'name' | 'type'>): RawBuilder<unknown> {
  return sql.raw(expressionText(field));
}

/** How SQL handles the values of a type. */
interface FieldColumn {
  /** The text of its expression. A value stored under an older type of the field counts as absent and must not fail the statement. */
  readonly expression: (name: string) => string;
  /** What filters compare, if that is not the expression. */
  readonly filtered?: (name: string) => string;
  readonly filter: CelColumn['kind'];
  /** Null: lists have no order by it. */
  readonly order: 'numeric' | 'boolean' | 'text' | null;
  /** What an index holds: the value, the items of a list, or the id of a reference. */
  readonly index: 'value' | 'items' | 'id';
  /** What groups have in common. Null: records are not grouped by it. */
  readonly group: 'value' | 'items' | 'object' | 'day' | 'hour' | null;
  /** Numbers are summed, times only compared. */
  readonly measure: 'number' | 'time' | null;
  /** Amounts of several currencies are never added. */
  readonly currency?: (name: string) => string;
  /** Its columns in the view of a kind, by what follows the name of the field. */
  readonly view: (name: string) => Readonly<Record<string, string>>;
}

const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

// Names are validated at registration (letters, digits, underscores), so they are safe in SQL text.
const jsonOf = (name: string) => `(fields->'${name}')`;
const textOf = (name: string) => `((fields->>'${name}') collate "C")`;
const plainTextOf = (name: string) => `(fields->>'${name}')`;
const numberOf = (name: string) =>
  `(case when jsonb_typeof(fields->'${name}') = 'number' then (fields->>'${name}')::numeric end)`;
const booleanOf = (name: string) =>
  `(case when jsonb_typeof(fields->'${name}') = 'boolean' then (fields->>'${name}')::boolean end)`;
const amountOf = (name: string) =>
  `(case when fields#>>'{${name},amount}' ~ '^-?[0-9]{1,15}([.][0-9]{1,6})?$' then (fields#>>'{${name},amount}')::numeric end)`;
const currencyOf = (name: string) => `(fields#>>'{${name},currency}')`;
/** Values of another type than the field's (of an earlier version) are null: a cast must not fail the whole query. */
const castOf = (pattern: string, to: string) => (name: string) => ({
  '': `(case when ${plainTextOf(name)} ~ '${pattern.replaceAll("'", "''")}' then ${plainTextOf(name)}::${to} end)`,
});

const TEXT: FieldColumn = {
  expression: textOf,
  filter: 'text',
  order: 'text',
  index: 'value',
  group: 'value',
  measure: null,
  view: (name) => ({ '': plainTextOf(name) }),
};
const NUMBER: FieldColumn = {
  ...TEXT,
  expression: numberOf,
  filter: 'numeric',
  order: 'numeric',
  measure: 'number',
  view: (name) => ({ '': numberOf(name) }),
};
const ID: FieldColumn = { ...TEXT, view: castOf(UUID_PATTERN, 'uuid') };
const JSON_VALUE: FieldColumn = {
  expression: jsonOf,
  filter: 'jsonb',
  order: null,
  index: 'items',
  group: null,
  measure: null,
  view: (name) => ({ '': jsonOf(name) }),
};
const LIST: FieldColumn = { ...JSON_VALUE, group: 'items' };

export const FIELD_COLUMNS: Readonly<Record<FieldTypeName, FieldColumn>> = {
  text: TEXT,
  longtext: { ...TEXT, group: null },
  integer: NUMBER,
  decimal: NUMBER,
  money: {
    expression: amountOf,
    filtered: jsonOf,
    filter: 'jsonb',
    order: 'numeric',
    index: 'value',
    group: null,
    measure: 'number',
    currency: currencyOf,
    view: (name) => ({ '': amountOf(name), _currency: currencyOf(name) }),
  },
  boolean: {
    ...TEXT,
    expression: booleanOf,
    filter: 'boolean',
    order: 'boolean',
    view: (name) => ({ '': booleanOf(name) }),
  },
  date: { ...TEXT, filter: 'iso-date', group: 'day', measure: 'time', view: castOf(STORED_TIME_PATTERN, 'date') },
  datetime: {
    ...TEXT,
    filter: 'iso-datetime',
    group: 'hour',
    measure: 'time',
    view: castOf(STORED_TIME_PATTERN, 'timestamptz'),
  },
  enum: TEXT,
  multi_select: LIST,
  url: TEXT,
  email: TEXT,
  user: ID,
  users: LIST,
  file: ID,
  ref: ID,
  refs: LIST,
  any_ref: { ...JSON_VALUE, index: 'id', group: 'object' },
  json: JSON_VALUE,
};

export function expressionText({ name, type }: Pick<ShapeField, 'name' | 'type'>): string {
  return FIELD_COLUMNS[type].expression(name);
}

/** What records are found by, and their indexes hold: the value, or the id that it names. */
export function keyText({ name, type }: Pick<ShapeField, 'name' | 'type'>): string {
  return FIELD_COLUMNS[type].index === 'id' ? referredIdText(name) : expressionText({ name, type });
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

/** A field as the filter compiler needs it. */
export function celColumnOf({ name, type }: ShapeField): CelColumn {
  const { expression, filtered = expression, filter } = FIELD_COLUMNS[type];
  return { sql: sql.raw(filtered(name)), kind: filter };
}
