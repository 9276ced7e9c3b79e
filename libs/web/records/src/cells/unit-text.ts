import type { FieldHints } from '@cubit/web-contract';
import { isExpanded } from './value-text.js';

/** The unit behind a number: a text, or what the field that the hint names has. */
export function unitText({ unit }: FieldHints, fields: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof unit !== 'object') return unit;
  const [name = '', ofReference] = unit.field.split('.');
  const value = fields[name];
  const found = ofReference === undefined ? value : isExpanded(value) ? value.fields[ofReference] : undefined;
  return typeof found === 'string' ? found : undefined;
}
