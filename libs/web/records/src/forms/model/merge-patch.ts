import type { Values } from './condition.js';

/** What makes `is` of `was`. Members that an object no longer has are null: a merge patch would leave them. */
export function mergePatch(was: unknown, is: unknown): unknown {
  if (is === undefined) return null;
  if (!isObject(was) || !isObject(is)) return is;
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return Object.fromEntries([...names].map((name) => [name, is[name] ?? null]));
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values of JSON are equal; missing members are null. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}
