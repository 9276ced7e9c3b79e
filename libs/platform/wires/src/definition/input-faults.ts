import { type ErrorDetail, validate } from '@cubit/core';
import { type CelType, celTypeOfSchema } from '@cubit/expressions';
import type { TSchema } from 'typebox';
import type { TemplateValue } from './template-values.js';

type SchemaNode = Readonly<Record<string, unknown>>;

interface InputCheck {
  readonly input: unknown;
  readonly values: readonly TemplateValue[];
}

/** Faults that do not depend on the value of a member. */
const PRESENCE_CODES: ReadonlySet<string> = new Set(['unknown', 'one_of']);

/** Faults of an input that contains expressions, as far as the types of the expressions are known. */
export function inputFaults(schema: TSchema, { input, values }: InputCheck, prefix: string): readonly ErrorDetail[] {
  const computed = new Set(values.map(({ path }) => path));
  const faults = validate(schema, input, prefix).filter(({ path, code }) => {
    // The text is an expression, not the value: only faults of presence count.
    if (computed.has(path)) return PRESENCE_CODES.has(code);
    return code !== 'invalid' || computed.size === 0;
  });
  return [...faults, ...values.flatMap((value) => typeFaults(schema, value, prefix))];
}

function typeFaults(schema: TSchema, { path, type }: TemplateValue, prefix: string): readonly ErrorDetail[] {
  const node = schemaAt(schema as SchemaNode, path.slice(prefix.length));
  const expected = celTypeOfSchema(node);
  if (node === undefined || fits(type, expected, node)) return [];
  const message = `must be ${nameOf(expected)}; the expression returns ${nameOf(type)}.`;
  return [{ path, code: 'type', message }];
}

/** The schema of a member; undefined if the schema does not describe it. */
function schemaAt(schema: SchemaNode, path: string): SchemaNode | undefined {
  let node: unknown = schema;
  for (const token of path.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null) return undefined;
    const { properties, items } = node as SchemaNode;
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name))
      node = (properties as SchemaNode)[name];
    else node = /^\d+$/.test(name) ? items : undefined;
  }
  return typeof node === 'object' && node !== null ? (node as SchemaNode) : undefined;
}

function fits(actual: CelType, expected: CelType, schema: SchemaNode | undefined): boolean {
  const [from, to] = [familyOf(actual), familyOf(expected)];
  if (from === 'any' || to === 'any') return true;
  if (from === 'list' && to === 'list')
    return fits((actual as { list: CelType }).list, (expected as { list: CelType }).list, undefined);
  // Exact amounts are numbers in CEL and decimal strings in JSON.
  if (from === 'number' && to === 'text') return acceptsDecimals(schema);
  return from === to;
}

type Family = 'any' | 'text' | 'number' | 'bool' | 'list' | 'object';

function familyOf(type: CelType): Family {
  if (typeof type === 'object') return 'list' in type ? 'list' : 'object';
  if (type === 'json' || type === 'null') return 'any';
  // Times and durations are strings in JSON.
  return type === 'number' || type === 'bool' ? type : 'text';
}

const NAMES: Readonly<Record<Family, string>> = {
  any: 'any value',
  text: 'a text',
  number: 'a number',
  bool: 'true or false',
  list: 'a list',
  object: 'an object',
};

function nameOf(type: CelType): string {
  return NAMES[familyOf(type)];
}

function acceptsDecimals(schema: SchemaNode | undefined): boolean {
  const pattern = schema?.['pattern'];
  return typeof pattern === 'string' && new RegExp(pattern, 'u').test('1.5');
}
