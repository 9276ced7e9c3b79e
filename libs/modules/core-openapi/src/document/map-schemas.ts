import { isObject, type JsonObject } from './json.js';

const SINGLE = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/** Replaces the direct subschemas of a schema. Values (`default`, `const`, `examples`) that look like schemas are not replaced. */
export function mapSubschemas(schema: JsonObject, replace: (subschema: JsonObject) => JsonObject): JsonObject {
  const one = (value: unknown) => (isObject(value) ? replace(value) : value);
  const mapped = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (LISTS.includes(keyword) && Array.isArray(value)) return [keyword, value.map(one)];
    if (MAPS.includes(keyword) && isObject(value))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, one(inner)]))];
    return [keyword, SINGLE.includes(keyword) ? one(value) : value];
  });
  return Object.fromEntries(mapped);
}
