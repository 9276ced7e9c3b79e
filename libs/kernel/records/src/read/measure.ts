import { sql, type RawBuilder } from 'kysely';
import { columnExpression, FIELD_COLUMNS, fieldExpression } from '@cubit/database';
import type { RecordShape } from '@cubit/core/host';
import { GroupFault } from './group-key.js';

export const MEASURE_FUNCTIONS = ['sum', 'avg', 'min', 'max'] as const;
type MeasureFunction = (typeof MEASURE_FUNCTIONS)[number];

export const MAX_MEASURES = 10;

/** A value of each group: the number of its records, or a function of a field. */
export interface Measure {
  /** As in the request: `count`, `sum:stock_value`. */
  readonly name: string;
  /** Null for `count`. */
  readonly of: MeasuredField | null;
}

export interface MeasuredField {
  readonly apply: MeasureFunction;
  readonly expression: RawBuilder<unknown>;
  /** Of money: amounts of several currencies are never added. */
  readonly currency: RawBuilder<unknown> | null;
  readonly type: 'numeric' | 'text';
}

/** Parses `count,sum:stock_value`. */
export function parseMeasures(shape: RecordShape, text: string | undefined): readonly Measure[] {
  const names = (text === undefined || text.trim() === '' ? 'count' : text).split(',').map((name) => name.trim());
  if (names.length > MAX_MEASURES) throw new GroupFault(`at most ${MAX_MEASURES} measures.`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new GroupFault(`'${twice}' is named twice.`);
  return names.map((name) => measureOf(shape, name));
}

function measureOf(shape: RecordShape, name: string): Measure {
  if (name === 'count') return { name, of: null };
  const [apply = '', source = '', ...more] = name.split(':');
  if (!isFunction(apply) || source === '' || more.length > 0)
    throw new GroupFault(`'${name}' is not count, or one of ${MEASURE_FUNCTIONS.join(', ')} with a field: sum:qty.`);
  const measured = measuredField(shape, source);
  if (!measured) throw new GroupFault(`'${shape.kind.id}' has no number, amount of money or time '${source}'.`);
  if (measured.type === 'text' && (apply === 'sum' || apply === 'avg'))
    throw new GroupFault(`'${source}' is a time, which has min and max alone.`);
  return { name, of: { apply, ...measured } };
}

function isFunction(text: string): text is MeasureFunction {
  return (MEASURE_FUNCTIONS as readonly string[]).includes(text);
}

function measuredField(shape: RecordShape, source: string): Omit<MeasuredField, 'apply'> | null {
  if (source === 'created_at' || source === 'updated_at') {
    const column = sql.raw(columnExpression(source) ?? source);
    const text = sql`to_char(${column} at time zone 'UTC', ${sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')})`;
    return { expression: text, currency: null, type: 'text' };
  }
  const field = shape.fields.get(source);
  if (!field) return null;
  const { measure, currency } = FIELD_COLUMNS[field.type];
  if (measure === null) return null;
  return {
    expression: fieldExpression(field),
    currency: currency ? sql.raw(currency(field.name)) : null,
    type: measure === 'number' ? 'numeric' : 'text',
  };
}
