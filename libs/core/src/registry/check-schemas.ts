import type { TSchema } from 'typebox';
import { isFieldType } from '@cubit/web-contract';
import type { AnyAction, AnyKind, ModuleDefinition } from '../contract/module.js';
import { isKnownFormat } from '../validation/formats.js';
import { pointer } from '../validation/pointer.js';
import { strictSchema } from '../validation/strict-schema.js';
import { validate } from '../validation/validate.js';

type Json = Readonly<Record<string, unknown>>;

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);
const EFFECTS = ['destructive', 'idempotent', 'readOnly'] as const;
/** Keywords whose value is one schema, several by name, or a list of them. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const BY_NAME = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

/** Faults of the schemas, effects and examples of a module, each with its place as a JSON Pointer. */
export function checkSchemas(module: ModuleDefinition): string[] {
  const { name, kinds = [], actions = [], events = [], jobs = [], settings } = module;
  return [
    ...(kinds as readonly AnyKind[]).flatMap(({ id, fields }) => schemaFaults(`The fields of kind '${id}'`, fields)),
    ...(actions as readonly AnyAction[]).flatMap(checkAction),
    ...events.flatMap((event) => {
      const faults = schemaFaults(`The payload of event '${event.name}'`, event.payload);
      return faults.length > 0
        ? faults
        : exampleFaults(`The example of event '${event.name}'`, event.payload, event.example);
    }),
    ...jobs.flatMap(({ id, input }) => schemaFaults(`The input of job '${id}'`, input)),
    ...(settings ? schemaFaults(`The settings of module '${name}'`, settings) : []),
  ];
}

function checkAction({ id, input, output, effects, example }: AnyAction): string[] {
  const stated = effects as Partial<AnyAction['effects']> | undefined;
  const faults = [
    ...schemaFaults(`The input of action '${id}'`, input),
    ...schemaFaults(`The output of action '${id}'`, output),
  ];
  const given = example as AnyAction['example'] | undefined;
  return [
    ...faults,
    ...EFFECTS.filter((effect) => typeof stated?.[effect] !== 'boolean').map(
      (effect) => `Action '${id}' does not state '${effect}' of its effects; add true or false.`,
    ),
    ...(given?.input === undefined
      ? [`Action '${id}' has no example; add one with the input of a usual run.`]
      : faults.length > 0
        ? []
        : exampleFaults(`The example of action '${id}'`, strictSchema(input), given.input)),
  ];
}

function exampleFaults(what: string, schema: TSchema, example: unknown): string[] {
  return validate(schema, example).map(
    ({ path, message }) => `${what} does not fit its schema at '${path}': ${message} Correct the example.`,
  );
}

/** Checks what JSON Schema 2020-12 requires of the keywords that occur in declarations. */
function schemaFaults(what: string, schema: unknown, path = ''): string[] {
  const at = `at '${path}'`;
  if (typeof schema === 'boolean') return [];
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return [`${what} have no schema ${at}, but ${JSON.stringify(schema) ?? 'nothing'}; write a schema.`];
  const node = schema as Json;
  const faults = keywordFaults(node).map((fault) => `${what} ${fault} ${at}.`);
  const children = [
    ...ONE.filter((keyword) => node[keyword] !== undefined).map((keyword) => [[keyword], node[keyword]] as const),
    ...BY_NAME.flatMap((keyword) => membersOf(node[keyword]).map(([key, child]) => [[keyword, key], child] as const)),
    ...LISTS.flatMap((keyword) => membersOf(node[keyword]).map(([key, child]) => [[keyword, key], child] as const)),
  ];
  return [...faults, ...children.flatMap(([keys, child]) => schemaFaults(what, child, keys.reduce(pointer, path)))];
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function keywordFaults(node: Json): string[] {
  const { type, format, pattern, required, enum: values } = node;
  const types = type === undefined ? [] : Array.isArray(type) ? (type as unknown[]) : [type];
  const fieldType = node['x-type'];
  return [
    ...types
      .filter((one) => typeof one !== 'string' || !TYPES.has(one))
      .map((one) => `have type ${quoted(one)}, which JSON Schema does not know; use one of ${[...TYPES].join(', ')}`),
    ...(format === undefined || (typeof format === 'string' && isKnownFormat(format))
      ? []
      : [`have format ${quoted(format)}, which is not known; leave it out or use 'pattern'`]),
    ...(fieldType === undefined || isFieldType(fieldType)
      ? []
      : [`have x-type ${quoted(fieldType)}, which is not a type of fields; use a function of Field`]),
    ...(pattern === undefined || isPattern(pattern)
      ? []
      : [`have pattern ${quoted(pattern)}, which is not a regular expression; correct it`]),
    ...(Array.isArray(node['items']) ? [`have a list as 'items', as in draft 7; use 'prefixItems'`] : []),
    ...(required === undefined || (Array.isArray(required) && required.every((name) => typeof name === 'string'))
      ? []
      : [`have 'required' that is no list of names; use Type.Optional`]),
    ...(values === undefined || (Array.isArray(values) && values.length > 0)
      ? []
      : [`have 'enum' without values; list at least one`]),
  ];
}

function quoted(value: unknown): string {
  return `'${typeof value === 'string' ? value : JSON.stringify(value)}'`;
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
