import { validationFailed } from '../errors/cubit-error.js';
import type { Registry } from '../registry/registry.js';

/** The named modules and all that they require. `422` at `/modules/<i>` for one that is not installed. */
export function modulesWithRequirements(registry: Registry, names: readonly string[]): ReadonlySet<string> {
  const unknown = names.flatMap((name, index) =>
    registry.modules.has(name)
      ? []
      : [{ path: `/modules/${index}`, code: 'unknown', message: 'is not an installed module.' }],
  );
  if (unknown.length > 0) throw validationFailed(unknown);
  const needed = new Set(names);
  // A set is walked in the order of insertion, so what is added on the way is visited as well.
  for (const name of needed)
    for (const required of registry.modules.get(name)?.definition.requires ?? []) needed.add(required);
  return needed;
}
