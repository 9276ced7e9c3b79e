import { pointer } from '@cubit/core';
import { floorplanSchema } from './floorplan-schema.js';
import type { WarningList } from './warning-list.js';

type Json = Readonly<Record<string, unknown>>;

const definitions = (floorplanSchema as unknown as { readonly $defs: Readonly<Record<string, Json>> }).$defs;

/** Warns about unknown properties and lengths that are not whole millimetres. Follows the schema, so that the format is defined once. */
export function propertyWarnings(document: unknown, list: WarningList): void {
  visit(floorplanSchema as unknown as Json, document, { path: '', list });
}

interface Place {
  readonly path: string;
  readonly list: WarningList;
}

function visit(node: Json, value: unknown, { path, list }: Place): void {
  if (list.full) return;
  const schema = typeof node['$ref'] === 'string' ? (definitions[node['$ref'].replace('#/$defs/', '')] ?? {}) : node;
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) list.add(path, 'Lengths are meant to be whole millimetres.');
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      visit(schema['items'] as Json, item, { path: pointer(path, index), list });
  } else if (typeof value === 'object' && value !== null) {
    const properties = schema['properties'] as Readonly<Record<string, Json>>;
    for (const [name, member] of Object.entries(value)) {
      const at = pointer(path, name);
      if (Object.hasOwn(properties, name)) visit(properties[name] ?? {}, member, { path: at, list });
      else list.add(at, 'The format does not know this property; it is kept.');
    }
  }
}
