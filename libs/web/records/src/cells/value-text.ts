import { formatDecimal, formatMoney } from '@cubit/web-kit';
import type { CubitRecord, Money, UiKind } from '@cubit/web-client';
import { labelOf, typeHolds, typeHoldsOne } from '@cubit/web-contract';
import { isExpanded } from './is-expanded.js';
import type { ShownField, ShownType } from './shown-field.js';

/** Title of a value of an enum, as hints give it. */
export function enumTitle({ ui }: Pick<ShownField, 'ui'>, value: string): string {
  return ui.titles?.[value] ?? labelOf(value);
}

/** The title of a state or a value of a field of this kind. */
export function valueTitle(kind: UiKind, field: ShownField, value: string): string {
  if (kind.lifecycle?.field !== field.name) return enumTitle(field, value);
  const state = statesOf(kind).find(({ name }) => name === value);
  return field.ui.titles?.[value] ?? state?.title ?? enumTitle(field, value);
}

export interface KindState {
  readonly name: string;
  readonly title: string;
}

export function statesOf({ lifecycle }: UiKind): readonly KindState[] {
  return (lifecycle?.states ?? []) as readonly KindState[];
}

export function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** What the words of a value depend on: also a member of an input. */
export type TextField = Pick<ShownField, 'ui'> & { readonly type: ShownType | 'object' | 'array' };

/** A value as plain words: names of rows, chips, tooltips. */
export function valueText(field: TextField, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value))
    return value
      .map((item: unknown) => valueText(field, item))
      .filter(Boolean)
      .join(', ');
  if (isExpanded(value)) return value.title;
  if (isMoney(value)) return formatMoney(value.amount, value.currency);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatDecimal(value);
  if (typeof value === 'object') return 'text' in value ? String(value.text) : JSON.stringify(value);
  if (typeHoldsOne(field.type, 'option')) return enumTitle(field, String(value));
  if (typeHolds(field.type, 'day', 'instant')) return dateText(String(value), field.type);
  return String(value);
}

export function dateText(value: string, type: TextField['type']): string {
  const isDay = typeHolds(type, 'day');
  const date = new Date(isDay ? `${value}T00:00:00` : value);
  if (Number.isNaN(date.getTime())) return value;
  const time = isDay ? {} : ({ hour: '2-digit', minute: '2-digit' } as const);
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', ...time }).format(date);
}

/** What a record is called. A kind without a title field has one title for all, so its first summary field stands in, where it is loaded. */
export function titleOf(record: CubitRecord, kind: UiKind): string {
  if (kind.title_field !== null || record.title !== kind.title) return record.title;
  for (const name of kind.ui.summary ?? []) {
    const field = kind.fields.find((each) => each.name === name);
    const value = record.fields[name];
    if (field && typeHoldsOne(field.type, 'record') && typeof value === 'string') return record.title;
    const text = field ? valueText(field, value) : '';
    if (text !== '') return text;
  }
  return record.title;
}
