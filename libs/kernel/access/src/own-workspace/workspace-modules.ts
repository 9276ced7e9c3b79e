import { validationFailed } from '@cubit/core';
import type { Registry } from '@cubit/core/host';

/** Returns the named modules and all that they require. Throws `422` at `/modules/<i>` for a module that is not installed. */
export function modulesWithRequirements(registry: Registry, names: readonly string[]): ReadonlySet<string> {
  const unknown = names.flatMap((name, index) =>
    registry.modules.has(name)
      ? []
      : [{ path: `/modules/${index}`, code: 'unknown', message: 'is not an installed module.' }],
  );
  if (unknown.length > 0) throw validationFailed(unknown);
  const needed = new Set(names);
  // A set is iterated in insertion order, so members added during the loop are visited as well.
  for (const name of needed)
    for (const required of registry.modules.get(name)?.definition.requires ?? []) needed.add(required);
  return needed;
}
