import semver from 'semver';
import type { FieldChanges } from '../contract/changes.js';
import type { AnyKind, ModuleDefinition } from '../contract/module.js';

/** Faults of the declared changes of a module: versions that it has not reached, and names that do not fit its kinds. */
export function checkChanges(module: ModuleDefinition): string[] {
  const declared = new Set([
    ...(module.kinds ?? []).map(({ id }) => id),
    ...(module.actions ?? []).map(({ id }) => id),
    ...(module.events ?? []).map(({ name }) => name),
  ]);
  const retired = (module.retires ?? []).flatMap((id) => {
    if (declared.has(id)) return [`Module '${module.name}' retires '${id}', which it declares; leave out one of both.`];
    if (!id.startsWith(`${module.name}:`) && !id.startsWith(`${module.name}.`))
      return [`Module '${module.name}' retires '${id}', which is not its own; remove it from \`retires\`.`];
    return [];
  });
  return [...retired, ...(module.kinds ?? []).flatMap((kind) => kindFaults(module, kind))];
}

function kindFaults({ name, version }: ModuleDefinition, kind: AnyKind): string[] {
  return Object.entries(kind.changes ?? {}).flatMap(([of, changes]) => {
    const what = `Kind '${kind.id}' declares changes of version '${of}'`;
    if (semver.valid(of) === null) return [`${what}; write a semantic version such as 2.0.0.`];
    if (semver.valid(version) !== null && semver.gt(of, version))
      return [`${what}, but module '${name}' has version ${version}; raise its version.`];
    return nameFaults(kind, of, changes);
  });
}

function nameFaults(kind: AnyKind, of: string, { rename = {}, convert = {}, fill = {}, remove = [] }: FieldChanges) {
  const what = `Kind '${kind.id}', changes of ${of}:`;
  const later = laterNames(kind, of);
  const present = (field: string) => Object.hasOwn(kind.fields.properties, field) || later.has(field);
  const faults: string[] = [];
  const targets = Object.values(rename);
  for (const [from, to] of Object.entries(rename)) {
    if (Object.hasOwn(kind.fields.properties, from) && !targets.includes(from))
      faults.push(`${what} '${from}' is renamed, but the kind still has it; remove it from the fields.`);
    if (!present(to)) faults.push(`${what} '${from}' is renamed to '${to}', which the kind lacks; add the field.`);
    if (targets.filter((name) => name === to).length > 1)
      faults.push(`${what} two fields are renamed to '${to}'; rename each to a name of its own.`);
  }
  for (const field of remove)
    if (Object.hasOwn(kind.fields.properties, field))
      faults.push(`${what} '${field}' is removed, but the kind still has it; remove it from the fields.`);
  for (const field of [...Object.keys(convert), ...Object.keys(fill)])
    if (!present(field)) faults.push(`${what} '${field}' is not a field of the kind; correct its name.`);
  for (const [field, conversion] of Object.entries(convert))
    if (typeof (conversion as Partial<typeof conversion>).with !== 'function')
      faults.push(`${what} the conversion of '${field}' has no function \`with\`; add it.`);
  return faults;
}

/** Names that a later version renames or removes: they were fields at `of`. */
function laterNames(kind: AnyKind, of: string): ReadonlySet<string> {
  const later = Object.entries(kind.changes ?? {}).filter(
    ([version]) => semver.valid(version) !== null && semver.gt(version, of),
  );
  return new Set(later.flatMap(([, { rename = {}, remove = [] }]) => [...Object.keys(rename), ...remove]));
}
