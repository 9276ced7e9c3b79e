import type { UiField } from '@cubit/web-client';
import type { Widget } from '@cubit/web-contract';

/** What shows values of each type where the field has no hint. */
const WIDGET_OF_TYPE: Readonly<Record<string, Widget>> = {
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
};

/** The widget that shows a field. `undefined` for values that need none: enums and yes or no. */
export function widgetOf({ ui, type }: Pick<UiField, 'ui' | 'type'>): Widget | undefined {
  return ui.widget ?? WIDGET_OF_TYPE[type];
}

const NUMBERS = new Set<Widget>(['number', 'quantity', 'money', 'percent', 'duration']);

/** Numbers stand at the right, so that digits of one value are above each other. */
export function isNumeric(field: Pick<UiField, 'ui' | 'type'>): boolean {
  const widget = widgetOf(field);
  return widget !== undefined && NUMBERS.has(widget);
}

/** Fields whose values name records or people, which lists ask the server to expand. */
export function isReference({ type }: Pick<UiField, 'type'>): boolean {
  return type === 'ref' || type === 'refs';
}
