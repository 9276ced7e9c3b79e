import type { ErrorDetail } from '../errors/cubit-error.js';
import { codePointLength, isPlainObject } from '@cubit/expressions';
import { duplicateItem } from './duplicate-item.js';
import { type Fault, faults } from './fault.js';
import { FaultList } from './fault-list.js';
import { matchesFormat } from './formats.js';
import { isOfType, jsonTypesOf } from './json-type.js';
import { memberChoiceFaults, memberGroups } from './member-choice.js';
import { isMultipleOf } from './multiple-of.js';
import { pointer } from './pointer.js';
import { bestBranch } from './union-branch.js';

export type SchemaNode = Readonly<Record<string, unknown>>;

/** Finds every fault of a value, each once, with its path. Bounded in time and number for hostile values. */
export function findFaults(schema: SchemaNode, value: unknown, prefix: string): readonly ErrorDetail[] {
  const found = new FaultList(schema);
  walk(schema, value, { path: prefix, found });
  return found.details;
}

/** The path of a value, and the list to which its faults are added. */
interface Place {
  readonly path: string;
  readonly found: FaultList;
}

/** Adds the faults of `value` against one schema. A value of the wrong type gets that fault only. */
function walk(node: unknown, value: unknown, place: Place): void {
  const { path, found } = place;
  if (node === false) return found.add(path, faults.unknown());
  if (typeof node !== 'object' || node === null || !found.step()) return;
  const schema = found.resolve(node as SchemaNode);
  const types = jsonTypesOf(schema);
  if (types && !types.some((type) => isOfType(value, type))) return found.add(path, faults.type(types));
  const add = (fault: Fault) => found.add(path, fault);
  const before = found.size;
  choiceFaults(schema, value, add);
  if (typeof value === 'string') textFaults(schema, value, add);
  else if (typeof value === 'number') numberFaults(schema, value, add);
  else if (Array.isArray(value)) listFaults(schema, value, place);
  else if (typeof value === 'object' && value !== null) objectFaults(schema, value as SchemaNode, place);
  for (const part of list(schema['allOf'])) walk(part, value, place);
  const groups = isPlainObject(value) ? memberGroups(schema['oneOf']) : null;
  if (groups) found.addAll(memberChoiceFaults(groups, value as SchemaNode, path));
  for (const union of [schema['anyOf'], groups ? null : schema['oneOf']])
    if (Array.isArray(union)) unionFaults(union as SchemaNode[], value, place);
  if (found.size === before && found.failsAlone(schema, value)) add(faults.invalid());
}

function choiceFaults(schema: SchemaNode, value: unknown, add: (fault: Fault) => void): void {
  const excluded = schema['not'] as SchemaNode | undefined;
  if (excluded && 'const' in excluded && excluded['const'] === value) add(faults.excluded(value));
  const allowed = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(allowed)) return;
  const text = JSON.stringify(value);
  if (!allowed.some((option) => option === value || JSON.stringify(option) === text)) add(faults.enum(allowed));
}

function textFaults(schema: SchemaNode, value: string, add: (fault: Fault) => void): void {
  const { minLength, maxLength, format, pattern } = schema;
  if (typeof minLength === 'number' && codePointLength(value) < minLength) return add(faults.tooShort(minLength));
  if (typeof maxLength === 'number' && value.length > maxLength && codePointLength(value) > maxLength)
    return add(faults.tooLong(maxLength));
  if (typeof format === 'string' && !matchesFormat(format, value)) return add(faults.format(format));
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) add(faults.pattern(pattern));
}

function numberFaults(schema: SchemaNode, value: number, add: (fault: Fault) => void): void {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) add(faults.tooSmall(minimum));
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) add(faults.tooSmall(exclusiveMinimum, true));
  if (typeof maximum === 'number' && value > maximum) add(faults.tooLarge(maximum));
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) add(faults.tooLarge(exclusiveMaximum, true));
  if (typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf)) add(faults.tooPrecise(multipleOf));
}

function listFaults(schema: SchemaNode, items: readonly unknown[], { path, found }: Place): void {
  const { minItems, maxItems, items: each } = schema;
  if (typeof minItems === 'number' && items.length < minItems) found.add(path, faults.tooFew(minItems, 'item'));
  if (typeof maxItems === 'number' && items.length > maxItems) return found.add(path, faults.tooMany(maxItems, 'item'));
  const first = list(schema['prefixItems']);
  for (const [index, item] of items.entries()) {
    if (found.full) return;
    walk(index < first.length ? first[index] : each, item, { path: pointer(path, index), found });
  }
  const duplicate = schema['uniqueItems'] === true ? duplicateItem(items) : -1;
  if (duplicate >= 0) found.add(pointer(path, duplicate), faults.notUnique());
}

function objectFaults(schema: SchemaNode, value: SchemaNode, { path, found }: Place): void {
  const { minProperties, maxProperties, propertyNames, additionalProperties } = schema;
  const properties = (schema['properties'] ?? {}) as Record<string, unknown>;
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as Record<string, unknown>);
  const readOnly = list(schema['x-read-only']);
  // JSON has no `undefined`; in values from module code it means absent.
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  if (typeof minProperties === 'number' && names.length < minProperties)
    found.add(path, faults.tooFew(minProperties, 'member'));
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    return found.add(path, faults.tooMany(maxProperties, 'member'));
  for (const name of list(schema['required']) as string[])
    if (!Object.hasOwn(value, name) || value[name] === undefined) found.add(pointer(path, name), faults.required());
  for (const name of names) {
    if (found.full) return;
    const at = pointer(path, name);
    const member: Place = { path: at, found };
    if (propertyNames !== undefined) walk(propertyNames, name, member);
    const matching = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(name));
    for (const [, part] of matching) walk(part, value[name], member);
    if (Object.hasOwn(properties, name)) walk(properties[name], value[name], member);
    else if (readOnly.includes(name)) found.add(at, faults.readOnly());
    else if (matching.length === 0) walk(additionalProperties, value[name], member);
  }
}

function unionFaults(branches: readonly SchemaNode[], value: unknown, { path, found }: Place): void {
  const attempts = branches.map((branch) => {
    const attempt = found.attempt();
    walk(branch, value, { path, found: attempt });
    return attempt;
  });
  if (attempts.some((attempt) => attempt.size === 0)) return;
  found.addAll(
    bestBranch(
      branches.map((branch) => found.resolve(branch)),
      attempts,
      { value, path },
    ),
  );
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
