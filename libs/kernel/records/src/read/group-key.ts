import { sql, type RawBuilder } from 'kysely';
import { FIELD_COLUMNS, fieldExpression, TITLE_ORDER } from '@cubit/database';
import { type FieldTypeName, typeHolds, type RecordShape, type ShapeField } from '@cubit/core/host';

import { titleInKey } from '../write/title-key.js';
import { isTitle } from './sort.js';

export const TIME_UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
type TimeUnit = (typeof TIME_UNITS)[number];

export const MAX_GROUP_KEYS = 2;

/** One key of a group: a field or column, and for times the unit of its periods. */
export interface GroupKey {
  /** As in the request: `status`, `created_at:week`. */
  readonly name: string;
  /** The field or column. */
  readonly source: string;
  readonly expression: RawBuilder<unknown>;
  /** Rows of the values of a field with several: a record is in the group of each. */
  readonly join: RawBuilder<unknown> | null;
  /** Order of the groups, of the key's value. */
  orderOf(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** What clients get of the value. */
  shownOf(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The kind whose records are the values, `user` for members, null for other values. */
  readonly target: string | null;
}

/** Reasons against a key or a measure, to be reported with the parameter. */
export class GroupFault extends Error {}

interface Grouped {
  /** The type of the field, or what the column is. */
  readonly type: FieldTypeName | 'tags' | 'title';
  /** The shortest period of a time; null for other values. */
  readonly period: 'day' | 'hour' | null;
  readonly expression: RawBuilder<unknown>;
  readonly elements: RawBuilder<unknown> | null;
  readonly target: string | null;
  readonly values: readonly string[] | null;
}

/** Parses `status,created_at:week`. */
export function parseGroupKeys(shape: RecordShape, text: string | undefined): readonly GroupKey[] {
  const names = text === undefined || text.trim() === '' ? [] : text.split(',').map((name) => name.trim());
  if (names.length > MAX_GROUP_KEYS) throw new GroupFault(`at most ${MAX_GROUP_KEYS} keys.`);
  const keys = names.map((name, index) => groupKey(shape, name, index));
  const [first, second] = keys;
  if (first && first.name === second?.name) throw new GroupFault(`'${first.name}' is named twice.`);
  return keys;
}

/** The key that groups are sorted by, as lists are: absent values are first when ascending and last when descending. */
export interface GroupSort {
  /** Of the key in those of the request. */
  readonly index: number;
  readonly descending: boolean;
}

/** Parses `-created_at:week`. Null without a text. */
export function parseGroupSort(keys: readonly GroupKey[], text: string | undefined): GroupSort | null {
  if (text === undefined || text.trim() === '') return null;
  const name = text.trim().replace(/^[-+]/, '');
  const index = keys.findIndex((key) => key.name === name);
  if (index < 0) throw new GroupFault(`'${name}' is not a key of the groups.`);
  return { index, descending: text.trim().startsWith('-') };
}

/** Why a text is not one key of groups; null if it is. */
export function groupKeyFault(shape: RecordShape, text: string): string | null {
  try {
    return parseGroupKeys(shape, text).length === 1 ? null : 'must be one key.';
  } catch (error) {
    if (!(error instanceof GroupFault)) throw error;
    return error.message;
  }
}

function groupKey(shape: RecordShape, name: string, index: number): GroupKey {
  const [source = '', unit, ...more] = name.split(':');
  const grouped = groupedBy(shape, source);
  if (!grouped) throw new GroupFault(`'${shape.kind.id}' has no field '${source}' to group by.`);
  const alias = sql.raw(`each${index}`);
  const common = { name, source, target: grouped.target };
  if (grouped.period !== null) {
    const period = unit ?? (grouped.period === 'day' ? 'day' : undefined);
    const units = TIME_UNITS.filter((candidate) => candidate !== 'hour' || grouped.period === 'hour');
    if (more.length > 0 || !units.includes(period as TimeUnit))
      throw new GroupFault(`'${source}' takes one of ${units.map((value) => `${source}:${value}`).join(', ')}.`);
    const expression = periodOf(grouped.expression, period as TimeUnit);
    return { ...common, expression, join: null, orderOf: asIs, shownOf: asIs };
  }
  if (unit !== undefined) throw new GroupFault(`'${source}' (${grouped.type}) has no '${unit}': it is not a time.`);
  const { elements, values } = grouped;
  return {
    ...common,
    expression: elements ? sql`(${alias}.value collate "C")` : grouped.expression,
    join: elements && sql`left join lateral ${elements} as ${alias}(value) on true`,
    shownOf: grouped.type === 'title' ? titleInKey : asIs,
    orderOf: values ? (value) => sql`array_position(${sql.raw(textArray(values))}, ${value}), ${value}` : asIs,
  };
}

function asIs(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return value;
}

/** As a literal: a parameter would make one statement of the group and another of the order. */
function textArray(values: readonly string[]): string {
  return `array[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}]::text[]`;
}

function groupedBy(shape: RecordShape, source: string): Grouped | null {
  const plain = { elements: null, period: null, target: null, values: null };
  if (source === 'created_at' || source === 'updated_at')
    return {
      ...plain,
      type: 'datetime',
      period: 'hour',
      expression: sql`to_char(${sql.ref(source)} at time zone 'UTC', ${sql.lit('YYYY-MM-DD"T"HH24')})`,
    };
  if (source === 'created_by') return { ...plain, type: 'user', expression: sql`created_by::text`, target: 'user' };
  if (source === 'tags') return { ...plain, type: 'tags', expression: sql`tags`, elements: sql`unnest(tags)` };
  if (isTitle(shape, source)) return { ...plain, type: 'title', expression: sql.raw(TITLE_ORDER) };
  const field = shape.fields.get(source);
  return field ? groupedByField(shape, field) : null;
}

function groupedByField(shape: RecordShape, field: ShapeField): Grouped {
  const { name, type } = field;
  const schema = field.schema as {
    readonly enum?: readonly string[];
    readonly items?: { readonly enum?: readonly string[] };
  };
  const target = typeHolds(type, 'member')
    ? 'user'
    : (shape.references.find((reference) => reference.name === name)?.kind ?? null);
  const expression = fieldExpression(field);
  const plain = { type, expression, target, values: schema.enum ?? null, elements: null, period: null };
  const { group } = FIELD_COLUMNS[type];
  switch (group) {
    case null:
      throw new GroupFault(`'${name}' (${type}) cannot be grouped by.`);
    case 'value':
      return plain;
    case 'items':
      return { ...plain, values: schema.items?.enum ?? null, elements: elementsOf(name) };
    case 'object':
      return { ...plain, target: null, expression: sql`nullif(${expression}, 'null'::jsonb)` };
    case 'day':
    case 'hour':
      return { ...plain, period: group };
  }
}

/** A value stored under an older type of the field counts as absent. */
function elementsOf(name: string): RawBuilder<unknown> {
  const field = `fields->'${name}'`;
  return sql.raw(`jsonb_array_elements_text(case when jsonb_typeof(${field}) = 'array' then ${field} end)`);
}

const TIME_TEXT = '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])';

/** First day, or hour, of the period of a time in ISO form. Never fails: the text may be of an older type of the field. */
function periodOf(time: RawBuilder<unknown>, unit: TimeUnit): RawBuilder<unknown> {
  const valid = sql`${time} ~ ${sql.lit(TIME_TEXT)}`;
  if (unit === 'hour') return sql`(case when ${valid} then substr(${time}, 1, 13) || ':00:00.000Z' end)`;
  if (unit === 'day') return sql`(case when ${valid} then substr(${time}, 1, 10) end)`;
  const day = sql`make_date(substr(${time}, 1, 4)::int, substr(${time}, 6, 2)::int, 1) + (substr(${time}, 9, 2)::int - 1)`;
  return sql`(case when ${valid} then to_char(date_trunc(${sql.lit(unit)}, (${day})::timestamp), 'YYYY-MM-DD') end)`;
}
