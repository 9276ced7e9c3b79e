import { isObject, type JsonObject } from './json.js';
import { safeMarkdown } from './safe-markdown.js';

/**
 * Rewrites a schema to the forms of JSON Schema 2020-12 that client generators handle best: tuples as `prefixItems`, maps as
 * `additionalProperties`, unions of strings as `enum`, and nullable values as a union of types. Subschemas are already rewritten.
 */
export function modernSchema(schema: JsonObject): JsonObject {
  const steps = [withTuple, withMap, withEnum, withNullableType, withDecimalPlaces, withSafeText];
  return steps.reduce((present, step) => step(present), schema);
}

/**
 * Client generators treat a member with a `default` as always present, which is right for responses and wrong for requests: in
 * requests the default is described in words.
 */
export function withDescribedDefault(schema: JsonObject): JsonObject {
  if (schema['default'] === undefined) return schema;
  const { default: value, description, ...rest } = schema;
  const described = `Default: \`${JSON.stringify(value)}\`.`;
  return {
    ...rest,
    description: typeof description === 'string' ? `${description} ${described}` : described,
    'x-default': value,
  };
}

function withTuple(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema['items'])) return schema;
  const { items, additionalItems, ...rest } = schema;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems === false ? { items: false, maxItems: (items as unknown[]).length } : {}),
  };
}

/** Patterns that match every key, equivalent to `additionalProperties`. */
const ANY_KEY = ['^.*$', '^(.*)$', '.*', ''];

function withMap(schema: JsonObject): JsonObject {
  const { patternProperties, ...rest } = schema;
  if (!isObject(patternProperties) || schema['additionalProperties'] !== undefined) return schema;
  const [entry, ...others] = Object.entries(patternProperties);
  if (!entry || others.length > 0 || !ANY_KEY.includes(entry[0])) return schema;
  return { ...rest, additionalProperties: entry[1] };
}

function withEnum(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return typed(schema);
  const values = anyOf.filter(
    (choice) => isObject(choice) && typeof choice['const'] === 'string' && hasOnly(choice, ['type', 'const']),
  );
  const nulls = anyOf.filter(isNull);
  if (values.length < 2 || values.length + nulls.length < anyOf.length) return schema;
  const texts = { type: 'string', enum: values.map((choice: JsonObject) => choice['const']) };
  return nulls.length > 0 ? { ...rest, anyOf: [texts, { type: 'null' }] } : { ...rest, ...texts };
}

/** Adds the type `string` to an enumeration of strings. */
function typed(schema: JsonObject): JsonObject {
  const values = schema['enum'];
  if (schema['type'] !== undefined || !Array.isArray(values) || !values.every((value) => typeof value === 'string'))
    return schema;
  return { type: 'string', ...schema };
}

function withNullableType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const value: unknown = anyOf.find((choice) => !isNull(choice));
  if (!isObject(value) || !anyOf.some(isNull) || typeof value['type'] !== 'string' || 'const' in value) return schema;
  const values = value['enum'];
  return {
    ...value,
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...rest,
    type: [value['type'], 'null'],
  };
}

/** Most validators compute `multipleOf` with binary fractions and refuse 4.35 as a multiple of 0.000001, so the rule is an annotation. */
function withDecimalPlaces(schema: JsonObject): JsonObject {
  const { multipleOf, ...rest } = schema;
  if (typeof multipleOf !== 'number' || multipleOf >= 1) return schema;
  return { ...rest, 'x-decimal-places': Math.round(-Math.log10(multipleOf)) };
}

function withSafeText(schema: JsonObject): JsonObject {
  const texts = ['title', 'description'].flatMap((keyword) => {
    const text = schema[keyword];
    return typeof text === 'string' ? [[keyword, safeMarkdown(text)]] : [];
  });
  return { ...schema, ...Object.fromEntries(texts) };
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'null' && hasOnly(schema, ['type']);
}

function hasOnly(schema: JsonObject, keywords: readonly string[]): boolean {
  return Object.keys(schema).every((keyword) => keywords.includes(keyword));
}
