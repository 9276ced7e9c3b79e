import { sql } from 'kysely';
import { invalidQuery, type RecordShape, type ShapeField } from '@cubit/core/host';
import { columnExpression, FIELD_COLUMNS, fieldExpression, TITLE_ORDER } from '@cubit/database';
import type { SortKey } from './keyset.js';

const MAX_SORT_KEYS = 5;

const ID_KEY: Omit<SortKey, 'descending'> = { name: 'id', expression: sql.ref('id'), type: 'uuid', nullable: false };

const COLUMN_TYPES: Readonly<Record<string, SortKey['type']>> = {
  version: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  created_by: 'uuid',
};

/** Parses `-created_at,name` to keys. The id is always the last key, in the direction of the first. */
export function parseSort(shape: RecordShape, sort: string | undefined): readonly SortKey[] {
  const names = sort === undefined || sort === '' ? [] : sort.split(',');
  if (names.length > MAX_SORT_KEYS) throw invalidQuery('sort', `at most ${MAX_SORT_KEYS} keys.`);
  const keys = names.map((text) => sortKey(shape, text.trim()));
  const twice = keys.find((key, index) => keys.findIndex((other) => other.name === key.name) !== index);
  if (twice) throw invalidQuery('sort', `'${twice.name}' is named twice.`);
  if (keys.some((key) => key.name === 'id')) return keys.slice(0, keys.findIndex((key) => key.name === 'id') + 1);
  return [...keys, { ...ID_KEY, descending: keys[0]?.descending ?? false }];
}

function sortKey(shape: RecordShape, text: string): SortKey {
  const descending = text.startsWith('-');
  const name = text.replace(/^[-+]/, '');
  if (name === 'id') return { ...ID_KEY, descending };
  const column = COLUMN_TYPES[name];
  const expression = columnExpression(name);
  // A field called `title` (of a task) is the title of the record itself.
  if (isTitle(shape, name))
    return { name, expression: sql.raw(TITLE_ORDER), type: 'text', descending, nullable: false };
  if (column && expression)
    return { name, expression: sql.raw(expression), type: column, descending, nullable: name === 'created_by' };
  const field = shape.fields.get(name);
  if (!field) throw invalidQuery('sort', `there is no '${name}' to sort by.`);
  const { order: type } = FIELD_COLUMNS[field.type];
  if (type === null) throw invalidQuery('sort', `'${name}' (${field.type}) has no order.`);
  return { name, expression: fieldExpression(field), type, descending, nullable: true };
}

/** Whether a name in a query means the title of a record. */
export function isTitle({ titleField }: RecordShape, name: string): boolean {
  return name === 'title' || name === titleField;
}

export function isSortable(field: ShapeField): boolean {
  return FIELD_COLUMNS[field.type].order !== null;
}
