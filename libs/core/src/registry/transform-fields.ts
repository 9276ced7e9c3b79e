import type { FieldValues } from '../contract/kind.js';
import semver from 'semver';
import type { FieldChanges } from '../contract/changes.js';
import type { AnyKind } from '../contract/module.js';

/** What the versions after one, up to another, changed in the fields of a kind. */
export interface FieldTransform {
  /** False: nothing was declared. */
  readonly isDeclared: boolean;
  /** Names of fields of the earlier version, by which later ones have their values. Removed ones are undefined. */
  newNameOf(field: string): string | undefined;
  /** Names of fields that the changes write: renamed, converted or filled. */
  readonly written: ReadonlySet<string>;
  /** The stored fields as the later version has them. Throws what a conversion throws, with the field. */
  apply(fields: FieldValues): FieldValues;
}

/** Whether a version is older than another. False if one is none. */
export function isOlderVersion(version: string, than: string): boolean {
  return semver.valid(version) !== null && semver.valid(than) !== null && semver.lt(version, than);
}

/** A conversion found no successor of a value. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly field: string;

  constructor(field: string, cause: unknown) {
    super(`The conversion of '${field}' fails: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.field = field;
  }
}

/** The declared changes of the versions after `from`, up to `to`. */
export function fieldTransform(kind: AnyKind, from: string, to: string): FieldTransform {
  const steps = Object.entries(kind.changes ?? {})
    .filter(([version]) => semver.gt(version, from) && semver.lte(version, to))
    .sort(([one], [other]) => semver.compare(one, other))
    .map(([, changes]) => changes);
  const written = new Set<string>();
  for (const { rename = {}, convert = {}, fill = {} } of steps) {
    for (const name of Object.keys(rename)) if (written.delete(name)) written.add(rename[name] ?? name);
    for (const name of [...Object.values(rename), ...Object.keys(convert), ...Object.keys(fill)]) written.add(name);
  }
  return {
    isDeclared: steps.length > 0,
    written,
    newNameOf: (field) =>
      steps.reduce<string | undefined>((name, { rename = {}, remove = [] }) => {
        if (name === undefined || remove.includes(name)) return undefined;
        return Object.hasOwn(rename, name) ? rename[name] : name;
      }, field),
    apply: (fields) => steps.reduce(applied, fields),
  };
}

function applied(
  fields: FieldValues,
  { rename = {}, convert = {}, fill = {}, remove = [] }: FieldChanges,
): FieldValues {
  // A removed name may be the new name of another field.
  const kept = Object.entries(fields).filter(([name]) => !remove.includes(name) || Object.hasOwn(rename, name));
  const next = new Map(
    kept.map(([name, value]) => [Object.hasOwn(rename, name) ? (rename[name] ?? name) : name, value]),
  );
  for (const [name, conversion] of Object.entries(convert)) {
    if (!next.has(name)) continue;
    const value = converted(name, () => conversion.with(next.get(name)));
    if (value === undefined || value === null) next.delete(name);
    else next.set(name, value);
  }
  for (const [name, value] of Object.entries(fill)) if (!next.has(name)) next.set(name, value);
  return Object.fromEntries(next);
}

function converted(field: string, convert: () => unknown): unknown {
  try {
    return convert();
  } catch (cause) {
    throw new ConversionError(field, cause);
  }
}
