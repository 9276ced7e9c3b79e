import { isDeepStrictEqual } from 'node:util';
import type { ModuleDefinition } from '@cubit/core';
import { routesOf } from '@cubit/core/host';

/** The declarations of a module as JSON: names, schemas, effects. What a manifest holds, and what versions are compared by. */
export function describeModule(module: ModuleDefinition): object {
  const { name, version, contract, title, description, requires = [], settings } = module;
  return {
    name,
    version,
    contract,
    title,
    description,
    requires,
    settings: settings ?? null,
    kinds: (module.kinds ?? []).map((kind) => ({
      id: kind.id,
      title: kind.title,
      description: kind.description ?? null,
      fields: kind.fields,
      lifecycle: kind.lifecycle ?? null,
      example: kind.example ?? null,
    })),
    actions: (module.actions ?? []).map((action) => ({
      id: action.id,
      title: action.title,
      description: action.description ?? null,
      role: action.role ?? 'member',
      appliesTo: typeof action.appliesTo === 'string' ? action.appliesTo : action.appliesTo.map(({ id }) => id),
      input: action.input,
      output: action.output,
      emits: action.emits.map((event) => event.name),
      effects: action.effects,
      example: action.example,
    })),
    events: (module.events ?? []).map((event) => ({
      name: event.name,
      title: event.title,
      description: event.description ?? null,
      payload: event.payload,
    })),
    jobs: (module.jobs ?? []).map(({ id, description, input }) => ({ id, description: description ?? null, input })),
    routes: routesOf(module).map(({ operationId, method, path, summary }) => ({ operationId, method, path, summary })),
    errors: Object.keys(module.errors?.entries ?? {}),
    scopes: (module.scopes ?? []).map(({ id }) => id),
    upgrades: (module.upgrades ?? []).map(({ id }) => id),
    permissions: module.permissions ?? null,
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The first member of a manifest that is not what the module declares; undefined if there is none. Members of the manifest or of a declaration that
 * only one of both has do not count: another version of the kit may have written them.
 */
export function differingMember(manifest: JsonObject, module: ModuleDefinition): string | undefined {
  // As it is read back: without `undefined`, and without the marks of TypeBox.
  const described = JSON.parse(JSON.stringify(describeModule(module))) as JsonObject;
  return differingKey(manifest, described, (one, other) =>
    Array.isArray(one) && Array.isArray(other) ? isSameList(one, other) : isDeepStrictEqual(one, other),
  );
}

type Comparison = (one: unknown, other: unknown) => boolean;

function differingKey(one: JsonObject, other: JsonObject, isSame: Comparison): string | undefined {
  return Object.keys(other).find((key) => Object.hasOwn(one, key) && !isSame(one[key], other[key]));
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => isSameItem(item, other[index]));
}

function isSameItem(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other)
    ? differingKey(one, other, isDeepStrictEqual) === undefined
    : isDeepStrictEqual(one, other);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
