import { type FieldTypeName, fieldTypeOf } from '@cubit/web-contract';
import { type CelField, type CelType, sameType } from '../values/cel-type.js';
import { isPlainObject } from '../values/json-value.js';

/** Below this depth a schema counts as of unknown shape, because schemas may be recursive values. */
const MAX_SCHEMA_DEPTH = 16;

/** The type of the values that a JSON Schema accepts; `json` if the schema leaves it open. */
export function celTypeOfSchema(schema: unknown): CelType {
  return typeAt(schema, 0);
}

/** The type, and the texts that an `enum` of strings allows. */
export function celFieldOfSchema(schema: unknown, optional = false): CelField {
  return fieldAt(schema, optional, 0);
}

function fieldAt(schema: unknown, optional: boolean, depth: number): CelField {
  const allowed = textsOf(schema);
  const refersTo = targetOf(schema);
  return {
    type: typeAt(schema, depth),
    ...(optional ? { optional } : {}),
    ...(allowed ? { enum: allowed } : {}),
    ...(refersTo === undefined ? {} : { refersTo }),
  };
}

/** The kind that a reference, or a list of them, names. */
function targetOf(schema: unknown): string | undefined {
  if (!isPlainObject(schema)) return undefined;
  const branches = schema['anyOf'];
  const named = Array.isArray(branches)
    ? branches.find((branch) => isPlainObject(branch) && 'x-kind' in branch)
    : schema;
  const kind = isPlainObject(named) ? named['x-kind'] : undefined;
  return typeof kind === 'string' ? kind : undefined;
}

function typeAt(schema: unknown, depth: number): CelType {
  if (!isPlainObject(schema) || depth > MAX_SCHEMA_DEPTH) return 'json';
  const type = fieldTypeOf(schema);
  const declared = type === undefined ? null : CEL_TYPES[type];
  if (declared !== null) return declared;
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return typeOfBranches(branches, depth);
  if ('const' in schema) return typeOfValues([schema['const']]);
  if (Array.isArray(schema['enum'])) return typeOfValues(schema['enum']);
  return typeOfKeyword(schema, depth);
}

const MONEY: CelType = { object: { amount: { type: 'number' }, currency: { type: 'string' } } };

/** The type in expressions; null: as the rest of the schema has it. */
const CEL_TYPES: Readonly<Record<FieldTypeName, CelType | null>> = {
  text: null,
  longtext: null,
  integer: 'number',
  decimal: 'number',
  money: MONEY,
  boolean: 'bool',
  date: 'timestamp',
  datetime: 'timestamp',
  enum: null,
  multi_select: null,
  url: null,
  email: null,
  user: null,
  users: null,
  file: null,
  ref: null,
  refs: null,
  any_ref: null,
  json: null,
};

function typeOfKeyword(schema: Record<string, unknown>, depth: number): CelType {
  switch (oneType(schema['type'])) {
    case 'string':
      return schema['format'] === 'date' || schema['format'] === 'date-time' ? 'timestamp' : 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'bool';
    case 'array':
      return { list: typeAt(schema['items'], depth + 1) };
    case 'object':
      return typeOfProperties(schema, depth);
    default:
      return 'json';
  }
}

/** `["string", "null"]` is a string that may be absent. */
function oneType(type: unknown): unknown {
  if (!Array.isArray(type)) return type;
  const present: readonly unknown[] = type.filter((name) => name !== 'null');
  return present.length === 1 ? present[0] : undefined;
}

function typeOfProperties(schema: Record<string, unknown>, depth: number): CelType {
  const { properties = {}, required } = schema;
  const others = valuesOfMap(schema);
  if (!isPlainObject(properties) || (others === undefined && !('properties' in schema))) return 'json';
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, fieldAt(property, !names.includes(name), depth + 1)] as const,
  );
  const object = Object.fromEntries(fields);
  return others === undefined ? { object } : { object, others: fieldAt(others, true, depth + 1) };
}

/** The schema of the values of a map, whatever their keys. */
function valuesOfMap({ additionalProperties, patternProperties = {} }: Record<string, unknown>): unknown {
  if (isPlainObject(additionalProperties)) return additionalProperties;
  const [values, ...more] = isPlainObject(patternProperties) ? Object.values(patternProperties) : [];
  return more.length === 0 ? values : undefined;
}

function typeOfBranches(branches: readonly unknown[], depth: number): CelType {
  const present = branches.filter((branch) => !(isPlainObject(branch) && branch['type'] === 'null'));
  const types = present.map((branch) => typeAt(branch, depth + 1));
  const [first] = types;
  return first !== undefined && types.every((type) => sameType(type, first)) ? first : 'json';
}

function typeOfValues(values: readonly unknown[]): CelType {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [kind] = kinds;
  if (kinds.size !== 1) return 'json';
  if (kind === 'string' || kind === 'number') return kind;
  return kind === 'boolean' ? 'bool' : 'json';
}

function textsOf(schema: unknown): readonly string[] | undefined {
  if (!isPlainObject(schema)) return undefined;
  const branches = schema['anyOf'] ?? schema['oneOf'];
  const schemas: readonly unknown[] = Array.isArray(branches)
    ? branches.filter((branch) => !(isPlainObject(branch) && branch['type'] === 'null'))
    : [schema];
  const values = schemas.flatMap(valuesOf).filter((value) => value !== null);
  return schemas.every(hasValues) && values.every((value) => typeof value === 'string') ? values : undefined;
}

function hasValues(schema: unknown): boolean {
  return isPlainObject(schema) && ('const' in schema || Array.isArray(schema['enum']));
}

function valuesOf(schema: unknown): readonly unknown[] {
  if (!isPlainObject(schema)) return [];
  return Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
}
