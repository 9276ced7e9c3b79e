import { describe, expect, it, jest } from '@jest/globals';
import * as core from '@cubit/core';
import { Type, type TObject } from 'typebox';

interface Stated {
  readonly module: string;
  readonly id: string;
  readonly fields: TObject;
}
type Schema = Readonly<Record<string, unknown>>;

const MODULE_PATH = /\/libs\/modules\/([^/]+)\//;
const stated: Stated[] = [];

// Modules do not export the foreign kinds that they state, so these are recorded while the modules load.
jest.unstable_mockModule('@cubit/core', () => ({
  ...core,
  foreignKind(id: `${string}:${string}`, fields: TObject) {
    stated.push({ module: MODULE_PATH.exec(new Error().stack ?? '')?.[1] ?? '', id, fields });
    return core.foreignKind(id, fields);
  },
}));
const { BUILT_IN_MODULES } = await import('../built-in-modules.js');
const owned = new Map(BUILT_IN_MODULES.flatMap(({ kinds = [] }) => kinds.map((kind) => [kind.id, kind.fields])));

describe('every foreign kind', () => {
  it('is recorded for the modules that state foreign kinds', () => {
    const foreign = stated.filter(({ module, id }) => !id.startsWith(`${module}:`));

    expect([...new Set(foreign.map(({ module }) => module))].sort()).toEqual([
      'devices',
      'digifab',
      'inventory',
      'purchases',
      'spaces',
    ]);
  });

  it('is a kind of an installed module', () => {
    const unknown = stated.filter(({ id }) => !owned.has(id));

    expect(unknown.map(({ module, id }) => `${module} states ${id}`)).toEqual([]);
  });

  it('states fields that its owner has, with schemas that accept all values of the owner', () => {
    const faults = stated.flatMap(({ module, id, fields }) => {
      const owner = owned.get(id);
      return owner === undefined ? [] : faultsOf(`${module} states ${id}`, fields, owner);
    });

    expect(faults).toEqual([]);
  });
});

describe('the comparison of a stated field with the field of its owner', () => {
  const { Field, rollup } = core;
  const owner = Type.Object({
    name: Type.Optional(Field.text()),
    qty: Field.decimal(),
    part: Field.ref('inventory:part'),
    status: Field.enum(['ok', 'lost']),
    size: Field.json(Type.Object({ x_mm: Type.Number() })),
    total: rollup(Field.integer()),
  });

  it.each([
    ['a field that the owner does not have', Type.Object({ colour: Type.Optional(Field.text()) })],
    ['a required field that the owner may leave out', Type.Object({ name: Field.text() })],
    ['another type', Type.Object({ qty: Field.text() })],
    ['an integer in place of a number', Type.Object({ qty: Field.integer() })],
    ['a reference to another kind', Type.Object({ part: Field.ref('inventory:build') })],
    ['an enumeration that lacks a value', Type.Object({ status: Field.enum(['ok']) })],
    [
      'a nested member that the owner does not have',
      Type.Object({ size: Field.json(Type.Object({ y: Type.Number() })) }),
    ],
    ['a rollup that the owner does not declare as one', Type.Object({ qty: rollup(Field.decimal()) })],
  ])('refuses %s', (_, fields) => {
    expect(faultsOf('', fields, owner)).toHaveLength(1);
  });

  it('accepts fewer fields and looser schemas', () => {
    const fields = Type.Object({
      name: Type.Optional(Type.String()),
      qty: Type.Number(),
      part: Type.String(),
      status: Field.enum(['ok', 'lost', 'sold']),
      size: Field.json(Type.Object({})),
      total: Type.Optional(Type.Number()),
    });

    expect(faultsOf('', fields, owner)).toEqual([]);
  });
});

/** Faults that a reader of the stated schema would find in values of the owner. */
function faultsOf(path: string, statedSchema: object, ownerSchema: object): readonly string[] {
  const [expected, actual] = [statedSchema as Schema, ownerSchema as Schema];
  return [
    ...typeFaults(path, expected, actual),
    ...keywordFaults(path, expected, actual),
    ...propertyFaults(path, expected, actual),
    ...itemFaults(path, expected, actual),
  ];
}

function typeFaults(path: string, { type: expected }: Schema, { type: actual }: Schema): readonly string[] {
  const isWider = expected === undefined || expected === actual || (expected === 'number' && actual === 'integer');
  return isWider ? [] : [`${path}: type ${String(expected)}, the owner has ${String(actual)}`];
}

/**
 * Keywords that readers rely on besides the type. The owner decides what happens to a reference when its target is
 * deleted.
 */
const KEYWORDS = ['x-kind', 'x-rollup', 'format'];

function keywordFaults(path: string, expected: Schema, actual: Schema): readonly string[] {
  const markers = KEYWORDS.filter((name) => expected[name] !== undefined);
  const different = markers.filter((name) => JSON.stringify(expected[name]) !== JSON.stringify(actual[name]));
  const faults = different.map((name) => `${path}: ${name} differs from the owner's`);
  if (!Array.isArray(expected['enum'])) return faults;
  const known: readonly unknown[] = expected['enum'];
  const missing = Array.isArray(actual['enum'])
    ? actual['enum'].filter((value) => !known.includes(value))
    : ['any text'];
  return missing.length === 0 ? faults : [...faults, `${path}: enum lacks ${missing.join(', ')}`];
}

function propertyFaults(path: string, expected: Schema, actual: Schema): readonly string[] {
  const [wanted, present] = [propertiesOf(expected), propertiesOf(actual)];
  const [needed, always] = [requiredOf(expected), requiredOf(actual)];
  // An object with any members: its readers check the members.
  if (Object.keys(present).length === 0 && !needed.some((name) => !always.includes(name))) return [];
  return Object.entries(wanted).flatMap(([name, schema]) => {
    const found = present[name];
    if (found === undefined) return [`${path}.${name}: the owner has no such field`];
    if (needed.includes(name) && !always.includes(name)) return [`${path}.${name}: the owner may leave it out`];
    return faultsOf(`${path}.${name}`, schema, found);
  });
}

function itemFaults(path: string, { items: expected }: Schema, { items: actual }: Schema): readonly string[] {
  if (typeof expected !== 'object' || typeof actual !== 'object') return [];
  return faultsOf(`${path}[]`, expected as object, actual as object);
}

function propertiesOf({ properties = {} }: Schema): Readonly<Record<string, Schema>> {
  return properties as Readonly<Record<string, Schema>>;
}

function requiredOf({ required = [] }: Schema): readonly string[] {
  return required as readonly string[];
}
