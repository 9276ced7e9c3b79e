import { typeHolds, type Widget } from '@cubit/web-contract';
import type { ShownField, ShownType } from './shown-field.js';

/** What shows values of each type where the field has no hint. Undefined for values that need nothing: options and yes or no. */
const WIDGET_OF_TYPE: Readonly<Record<ShownType, Widget | undefined>> = {
  text: 'text',
  longtext: 'markdown',
  integer: 'number',
  decimal: 'number',
  money: 'money',
  date: 'date',
  datetime: 'date',
  url: 'url',
  email: 'url',
  user: 'user',
  users: 'user',
  ref: 'ref',
  refs: 'ref',
  any_ref: 'ref',
  file: 'file',
  json: 'json',
  boolean: undefined,
  enum: undefined,
  multi_select: undefined,
  tags: undefined,
};

/** The widget that shows a field. */
export function widgetOf({ ui, type }: Pick<ShownField, 'ui' | 'type'>): Widget | undefined {
  return ui.widget ?? WIDGET_OF_TYPE[type];
}

const NUMBERS = new Set<Widget>(['number', 'quantity', 'money', 'percent', 'duration']);

/** Numbers stand at the right, so that digits of one value are above each other. */
export function isNumeric(field: Pick<ShownField, 'ui' | 'type'>): boolean {
  const widget = widgetOf(field);
  return widget !== undefined && NUMBERS.has(widget);
}

/** Fields whose values name records or people, which lists ask the server to expand. */
export function isReference({ type }: Pick<ShownField, 'type'>): boolean {
  return typeHolds(type, 'record');
}
