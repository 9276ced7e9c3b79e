import type { ErrorDetail } from '../errors/cubit-error.js';
import { faults } from './fault.js';
import { pointer } from './pointer.js';

type Json = Readonly<Record<string, unknown>>;

/** The groups of members of an `exactlyOne` schema; null for any other `oneOf`. */
export function memberGroups(oneOf: unknown): readonly (readonly string[])[] | null {
  if (!Array.isArray(oneOf) || oneOf.length < 2) return null;
  const branches = oneOf as readonly Json[];
  const isChoice = branches.every(({ required, ...rest }) => Array.isArray(required) && Object.keys(rest).length === 0);
  return isChoice ? branches.map(({ required }) => required as string[]) : null;
}

/** Faults of the given members, at the member to add or remove; empty if they are valid. */
export function memberChoiceFaults(
  groups: readonly (readonly string[])[],
  value: Json,
  path: string,
): readonly ErrorDetail[] {
  const isGiven = (name: string) => Object.hasOwn(value, name) && value[name] !== undefined;
  const [touched, another] = groups.filter((group) => group.some(isGiven));
  if (touched && another) {
    const [mine = '', other = ''] = [touched.find(isGiven), another.find(isGiven)];
    return [{ path: pointer(path, mine), ...faults.notBeside(other) }];
  }
  if (touched)
    return touched
      .filter((name) => !isGiven(name))
      .map((name) => ({ path: pointer(path, name), ...faults.required() }));
  const [first = [], ...others] = groups;
  return [{ path: pointer(path, first[0] ?? ''), ...faults.requiredOr(others) }];
}
