import type { RecordRef } from '@cubit/web-client';
import type { FieldHints } from '@cubit/web-contract';
import type { ShownField } from './shown-field.js';
import { isExpanded } from './is-expanded.js';

/** A wire has expressions in the place of ids. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Values = Readonly<Record<string, unknown>>;

/** The unit behind a number: a text, or what the field that the hint names has. `fields` may have it under that name too: `part.unit`. */
export function unitText({ unit }: FieldHints, fields: Values): string | undefined {
  if (typeof unit !== 'object') return unit;
  const [name = '', ofReference] = unit.field.split('.');
  const value = fields[name];
  const found = ofReference !== undefined && isExpanded(value) ? value.fields[ofReference] : fields[unit.field];
  return typeof found === 'string' ? found : undefined;
}

/** The record that has the unit behind a number, where a reference names it that is not expanded. */
export function unitOwner(
  { unit }: FieldHints,
  references: readonly Pick<ShownField, 'name' | 'schema'>[],
  fields: Values,
): (RecordRef & { readonly field: string }) | undefined {
  const [name, field] = typeof unit === 'object' ? unit.field.split('.') : [];
  const id = field === undefined ? undefined : fields[name ?? ''];
  const kind = references.find((each) => each.name === name)?.schema['x-kind'];
  return typeof id === 'string' && UUID.test(id) && typeof kind === 'string' && field !== undefined
    ? { kind, id, field }
    : undefined;
}
