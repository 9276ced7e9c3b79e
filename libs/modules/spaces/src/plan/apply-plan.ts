import type { ModuleContext } from '@cubit/core';
import type { PlanNode } from '../floorplan/plan-nodes.js';
import { location } from '../location/location.kind.js';
import type { ComparedNode, PlanComparison } from './compare-plan.js';
import type { LocationRecord } from './match-locations.js';
import { sameValue } from './same-value.js';

type Applying = Pick<ModuleContext, 'records'>;

export interface Application {
  readonly planId: string;
  /** JSON Pointer to the document in the request. */
  readonly prefix: string;
}

/** Creates and updates locations with a few statements per level. Returns the location ids by node. */
export async function applyPlan(
  { records }: Applying,
  { levels }: PlanComparison,
  { planId, prefix }: Application,
): Promise<ReadonlyMap<ComparedNode, string>> {
  const ids = new Map<ComparedNode, string>();
  for (const level of levels) {
    for (const compared of level) if (compared.location) ids.set(compared, compared.location.id);
    const missing = level.filter((compared) => compared.location === null);
    const created = await records.createMany(
      location,
      missing.map((compared) => {
        const { node, above } = compared;
        const parent = above === null ? undefined : ids.get(above);
        const fields = {
          ...drawnFields(node),
          ...(parent === undefined ? {} : { parent }),
          ...{ rank: node.rank, plan: planId, plan_pointer: node.pointer },
          holds_stock: node.type !== 'site' && node.type !== 'level',
        };
        return { fields, path: () => prefix + node.pointer };
      }),
    );
    for (const [index, compared] of missing.entries()) ids.set(compared, created[index]?.id ?? '');
  }
  const changed = levels.flat().flatMap((compared) => {
    const { node, location: known, above, isInPlace } = compared;
    if (known === null) return [];
    const fields = {
      ...drawnFields(node),
      ...(isInPlace ? {} : { parent: (above && ids.get(above)) ?? null }),
      ...{ plan: planId, plan_pointer: node.pointer },
    };
    return differences(known, fields).length === 0 ? [] : [{ id: known.id, fields, path: () => prefix + node.pointer }];
  });
  await records.updateMany(location, changed);
  return ids;
}

/** Names of the visible fields of an existing location that the plan would change. */
export function changedFields({ node, location: known, isInPlace }: ComparedNode): readonly string[] {
  if (known === null) return [];
  return [...differences(known, drawnFields(node)), ...(isInPlace ? [] : ['parent'])];
}

function differences(
  { fields: present }: LocationRecord,
  fields: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = present as Readonly<Record<string, unknown>>;
  return Object.keys(fields).filter((name) => !sameValue(fields[name], known[name]));
}

/** Fields that the plan sets. Other fields of the location do not change. */
function drawnFields({ name, type, geometry, walls }: PlanNode) {
  return { name, type, ...(geometry ? { geometry } : {}), ...(walls ? { walls } : {}) };
}
