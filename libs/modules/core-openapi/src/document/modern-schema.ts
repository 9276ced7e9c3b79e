import { isObject, type JsonObject } from './json.js';
import { safeMarkdown } from './safe-markdown.js';

/**
 * One schema in the forms of JSON Schema 2020-12 that generators of clients understand best: tuples as `prefixItems`, maps as
 * `additionalProperties`, choices of texts as `enum`, and "or null" as a union of types. Its subschemas are done already.
 */
export function modernSchema(schema: JsonObject): JsonObject {
  const steps = [withTuple, withMap, withEnum, withNullableType, withDecimalPlaces, withSafeText];
  return steps.reduce((present, step) => step(present), schema);
}

/**
 * Generators make a member that has a `default` one that is always there, which is right for what is answered and wrong for what
 * is sent: there the default is told in words.
 */
export function withToldDefault(schema: JsonObject): JsonObject {
  if (schema['default'] === undefined) return schema;
  const { default: value, description, ...rest } = schema;
  const told = `Default: \`${JSON.stringify(value)}\`.`;
  return {
    ...rest,
    description: typeof description === 'string' ? `${description} ${told}` : told,
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

/** A pattern that every key matches says no more than `additionalProperties`. */
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
    (choice) => isObject(choice) && typeof choice['const'] === 'string' && bare(choice, ['type', 'const']),
  );
  const nulls = anyOf.filter(isNull);
  if (values.length < 2 || values.length + nulls.length < anyOf.length) return schema;
  const texts = { type: 'string', enum: values.map((choice: JsonObject) => choice['const']) };
  return nulls.length > 0 ? { ...rest, anyOf: [texts, { type: 'null' }] } : { ...rest, ...texts };
}

/** An enumeration of texts says that it is of texts. */
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

/** Most validators divide binary fractions, so that 4.35 is no multiple of 0.000001 to them: the rule is told, not checked. */
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
  return isObject(schema) && schema['type'] === 'null' && bare(schema, ['type']);
}

function bare(schema: JsonObject, keywords: readonly string[]): boolean {
  return Object.keys(schema).every((keyword) => keywords.includes(keyword));
}
