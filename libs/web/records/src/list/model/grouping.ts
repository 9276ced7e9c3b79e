import type { UiKind } from '@cubit/web-client';
import { typeHolds, typeHoldsOne } from '@cubit/web-contract';
import { type ShownField, valueTitle } from '../../cells/index.js';
import { recordFields } from './columns.js';
import { conditionText, FIELD_FILTERS } from './filter-text.js';
import { boardFields } from './layouts.js';
import { isPeriod, type Period, periodTitle } from './periods.js';

/** What the rows of a table are grouped by. */
export interface Grouping {
  readonly field: ShownField;
  /** Of a date or a time. */
  readonly period: Period | null;
}

/**
 * Fields that the rows of a table can be grouped by: one value each of a few, or a time, and lists can be sorted by it; or several values, of
 * which a filter can name one.
 */
export function groupingFields(kind: UiKind): readonly ShownField[] {
  const own = kind.fields.filter(
    ({ type, ui }) => ui.hidden !== true && typeHoldsOne(type, 'boolean', 'day', 'instant'),
  );
  const ofOne = [...boardFields(kind), ...own, ...recordFields().filter(isTime)].filter(({ sortable }) => sortable);
  return [...ofOne, ...[...kind.fields, ...recordFields()].filter(isOfMany)];
}

/** Whether a record can be in several groups. */
export const isOfMany = ({ type, ui }: ShownField): boolean =>
  ui.hidden !== true && FIELD_FILTERS[type].operators.includes('has');

/** The records of a group, where a record can be in several; null: those in none. */
export function groupCondition({ field }: Grouping, value: string | null): string {
  if (value !== null) return conditionText(field, 'has', value);
  const name = field.expression ?? field.name;
  return field.type === 'tags' ? `size(${name}) == 0` : `(!has(${name}) || size(${name}) == 0)`;
}

export const isTime = ({ type }: ShownField): boolean => typeHolds(type, 'day', 'instant');

/** As in the address: `status`, `due_at:week`. It is the key of `aggregate` too. */
export function groupingText({ field, period }: Grouping): string {
  return period === null ? field.name : `${field.name}:${period}`;
}

export function groupingOf(kind: UiKind, text: string | undefined): Grouping | undefined {
  const [name, period] = text?.split(':') ?? [];
  const field = groupingFields(kind).find((each) => each.name === name);
  if (!field || isTime(field) !== isPeriod(period)) return undefined;
  return { field, period: isPeriod(period) ? period : null };
}

interface GroupValue {
  readonly value: string | null;
  /** Of the record or the person that the value names. */
  readonly title?: string | null | undefined;
}

/** What a group is called. */
export function groupTitle(kind: UiKind, { field, period }: Grouping, { value, title }: GroupValue): string {
  if (value === null) return `No ${field.title.toLowerCase()}`;
  if (period !== null) return periodTitle(value, period);
  if (typeHolds(field.type, 'boolean')) return value === 'true' ? 'Yes' : 'No';
  return typeHolds(field.type, 'option') ? valueTitle(kind, field, value) : (title ?? value);
}
