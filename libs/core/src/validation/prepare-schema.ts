import type { TSchema } from 'typebox';
import { duplicateItem } from './duplicate-item.js';
import { isMultipleOf } from './multiple-of.js';

type Json = Record<string, unknown>;

/**
 * Prepares a schema for compilation: replaces two keywords with checks of our own. TypeBox's `multipleOf` is wrong beyond 1e3
 * with small steps, and its search for duplicate items takes quadratic time.
 */
export function prepareSchema(schema: TSchema): TSchema {
  return prepared(schema) as TSchema;
}

function prepared(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(prepared);
  if (typeof node !== 'object' || node === null || node instanceof RegExp) return node;
  const { multipleOf, uniqueItems, ...rest } = node as Json;
  const copy: Json = {};
  for (const [key, member] of Object.entries(rest))
    copy[key] = LITERAL_KEYWORDS.has(key) ? member : SCHEMA_MAPS.has(key) ? preparedMap(member) : prepared(member);
  const checks = [...refinementsOf(node as Json)];
  if (typeof multipleOf === 'number')
    checks.push(refinement((value) => typeof value !== 'number' || isMultipleOf(value, multipleOf)));
  if (uniqueItems === true) checks.push(refinement((value) => !Array.isArray(value) || duplicateItem(value) === -1));
  if (checks.length > 0) copy['~refine'] = checks;
  return copy;
}

/** Keywords whose values are data, not schemas. */
const LITERAL_KEYWORDS = new Set(['const', 'enum', 'default', 'examples', 'example', '~refine']);
/** Keywords that map names to schemas: a property called `multipleOf` is not a keyword. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

function preparedMap(map: unknown): unknown {
  if (typeof map !== 'object' || map === null) return map;
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, prepared(schema)]));
}

function refinementsOf(node: Json): readonly object[] {
  const own = node['~refine'];
  return Array.isArray(own) ? (own as object[]) : [];
}

function refinement(check: (value: unknown) => boolean) {
  return { check, error: () => 'does not fit' };
}
