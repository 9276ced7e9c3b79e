import type { ModuleContext } from '@cubit/core';
import { part } from '../part/part.kind.js';
import { lockAssembliesAbove, loadSupply } from './bills.js';
import { canBuild } from './can-build.js';

/** Recomputes `can_build` of the assemblies, which the caller has locked, and writes the changes in one statement. */
export async function refreshCanBuild(
  context: ModuleContext,
  assemblies: Iterable<string>,
): Promise<{ readonly isTooDeep: boolean }> {
  const ids = [...new Set(assemblies)];
  if (ids.length === 0) return { isTooDeep: false };
  const supply = await loadSupply(context, ids);
  await context.records.updateMany(
    part,
    ids.map((id) => ({ id, fields: { can_build: canBuild(id, supply) } })),
  );
  return supply;
}

/** Recomputes `can_build` of all assemblies that use the parts, whose available quantity has changed. */
export async function refreshCanBuildAbove(context: ModuleContext, parts: readonly string[]): Promise<void> {
  if (parts.length === 0) return;
  const { assemblies } = await lockAssembliesAbove(context, parts);
  await refreshCanBuild(context, assemblies);
}
