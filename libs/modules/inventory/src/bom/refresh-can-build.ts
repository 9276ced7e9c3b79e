import type { ModuleContext } from '@cubit/core';
import { part } from '../part/part.kind.js';
import { assembliesAbove, supplyFor } from './bills.js';
import { canBuild } from './can-build.js';

/** Reckons anew how many of the assemblies can be built; they are held. One statement for all that changed. */
export async function refreshCanBuild(
  context: ModuleContext,
  assemblies: Iterable<string>,
): Promise<{ readonly isTooDeep: boolean }> {
  const ids = [...new Set(assemblies)];
  if (ids.length === 0) return { isTooDeep: false };
  const supply = await supplyFor(context, ids);
  await context.records.updateMany(
    part,
    ids.map((id) => ({ id, fields: { can_build: canBuild(id, supply) } })),
  );
  return supply;
}

/** The same for whatever the parts go into: what is available of them has changed. */
export async function refreshAbove(context: ModuleContext, parts: readonly string[]): Promise<void> {
  if (parts.length === 0) return;
  const { assemblies } = await assembliesAbove(context, parts);
  await refreshCanBuild(context, assemblies);
}
