import type { ErrorDetail } from '../errors/cubit-error.js';
import type { FaultList } from './fault-list.js';
import { faults } from './fault.js';
import { isOfType, jsonTypesOf } from './json-type.js';
import { pointer } from './pointer.js';

type Branch = Readonly<Record<string, unknown>>;

/**
 * Selects the faults to report for a value that matches no branch of a union: first the branch of the value's type, then the one
 * whose literal members (`type: 'email'`) match, then the one with the fewest faults.
 */
export function bestBranch(
  branches: readonly Branch[],
  attempts: readonly FaultList[],
  { value, path }: { readonly value: unknown; readonly path: string },
): readonly ErrorDetail[] {
  const ofType = branches.filter((branch) => jsonTypesOf(branch)?.some((type) => isOfType(value, type)) ?? true);
  if (ofType.length === 0) {
    const types = [...new Set(branches.flatMap((branch) => jsonTypesOf(branch) ?? []))];
    return [{ path, ...faults.type(types) }];
  }
  if (branches.every(isLiteral)) return [{ path, ...faults.enum(branches.map((branch) => branch['const'])) }];
  const meant = ofType.filter((branch) =>
    literalMembers(branch).every(([name, literal]) => memberOf(value, name) === literal),
  );
  const tag = meant.length === 0 ? sharedTag(ofType) : null;
  if (tag !== null && memberOf(value, tag.name) !== undefined)
    return [{ path: pointer(path, tag.name), ...faults.enum(tag.literals) }];
  const candidates = meant.length > 0 ? meant : ofType;
  const details = candidates.map((branch) => attempts[branches.indexOf(branch)]?.details ?? []);
  return details.reduce((best, other) => (other.length < best.length ? other : best));
}

function isLiteral(branch: Branch): boolean {
  return 'const' in branch;
}

function literalMembers(branch: Branch): readonly (readonly [string, unknown])[] {
  return Object.entries((branch['properties'] ?? {}) as Record<string, Branch>).flatMap(([name, schema]) =>
    isLiteral(schema) ? [[name, schema['const']] as const] : [],
  );
}

/** The discriminator of a union: a member that is a literal in every branch. */
function sharedTag(
  branches: readonly Branch[],
): { readonly name: string; readonly literals: readonly unknown[] } | null {
  const members = branches.map((branch) => new Map(literalMembers(branch)));
  const name = [...(members[0]?.keys() ?? [])].find((key) => members.every((member) => member.has(key)));
  return name === undefined ? null : { name, literals: members.map((member) => member.get(name)) };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Branch)[name]
    : undefined;
}
