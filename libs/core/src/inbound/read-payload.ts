import type { Static, TSchema } from 'typebox';
import { isPlainObject } from '@cubit/expressions';
import { assertValid, checkOf } from '../validation/validate.js';

type Node = TSchema & {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
};

/**
 * Reads the members of another system's payload that the schema declares. A missing or invalid required member throws `422
 * validation_failed`; an invalid optional member is dropped, because an unused field must not cause a request to be refused.
 * Other members are not copied.
 */
export function readPayload<Schema extends TSchema>(schema: Schema, payload: unknown): Static<Schema> {
  const read = readValue(schema, payload);
  assertValid(schema, read);
  return read as Static<Schema>;
}

function readValue(schema: Node, value: unknown): unknown {
  if (schema.anyOf) return readBranch(schema.anyOf, value);
  if (schema.properties && isPlainObject(value)) return readMembers(schema, value);
  const { items } = schema;
  if (items && Array.isArray(value)) return value.map((item) => readValue(items, item));
  return value;
}

function readBranch(branches: readonly TSchema[], value: unknown): unknown {
  for (const branch of branches) {
    const read = readValue(branch, value);
    if (checkOf(branch)(read)) return read;
  }
  return value;
}

function readMembers({ properties = {}, required = [] }: Node, value: Readonly<Record<string, unknown>>): object {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    if (!Object.hasOwn(value, name)) return [];
    const read = readValue(schema, value[name]);
    return required.includes(name) || checkOf(schema)(read) ? [[name, read] as const] : [];
  });
  return Object.fromEntries(members);
}
