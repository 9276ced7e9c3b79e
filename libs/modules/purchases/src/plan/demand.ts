import { addQuantities, requiredQuantity } from '@cubit/decimal';
import { type ModuleContext, validationFailed } from '@cubit/core';
import { bomLineRecord, buildRecord, partRecord, type Build } from '../foreign.js';
import { requestRecord } from '../request/request.kind.js';

/** Above the number of records of any kind that a plan reads. */
export const MAX_ROWS = 100_000;
export const OPEN_BUILDS = ['draft', 'issued', 'in_progress', 'on_hold'];

export interface PlanInput {
  readonly builds?: readonly string[];
  readonly projects?: readonly string[];
  readonly include_low?: boolean;
  readonly include_requests?: boolean;
}

/** Demand for each part beyond reserved stock. Parts that are low or reserved for a build are included with 0. */
export async function findDemand(context: ModuleContext, given: PlanInput): Promise<ReadonlyMap<string, number>> {
  const { records } = context;
  const demand = new Map<string, number>();
  const want = (part: string, qty: number) => void demand.set(part, addQuantities(demand.get(part) ?? 0, qty));
  if (given.include_low ?? true)
    for (const { id } of await records.find(partRecord, { filter: 'available < min_stock', limit: MAX_ROWS }))
      want(id, 0);
  for (const { part, qty } of await demandOfBuilds(context, await buildsOf(context, given))) want(part, qty);
  if (given.include_requests)
    for (const { fields } of await records.find(requestRecord, { where: { status: 'open' }, limit: MAX_ROWS }))
      if (fields.part !== undefined) want(fields.part, fields.qty ?? 1);
  return demand;
}

async function buildsOf(
  { records }: ModuleContext,
  { builds = [], projects = [] }: PlanInput,
): Promise<readonly Build[]> {
  const named = builds.length === 0 ? new Map<string, Build>() : await records.getMany(buildRecord, builds);
  const missing = builds.findIndex((id) => !named.has(id));
  if (missing !== -1) {
    const message = `There is no build with the id ${builds[missing] ?? ''}.`;
    throw validationFailed([{ path: `/input/builds/${missing}`, code: 'unknown_reference', message }]);
  }
  const ofProjects =
    projects.length === 0
      ? []
      : await records.find(buildRecord, { where: { project: { in: projects } }, limit: MAX_ROWS });
  const all = new Map([...named.values(), ...ofProjects].map((build) => [build.id, build]));
  return [...all.values()].filter(({ fields }) => OPEN_BUILDS.includes(fields.status));
}

/** Demand of builds. An issued build has reserved its components, which reduces `available`, so its demand is 0 here. */
async function demandOfBuilds(
  { records }: ModuleContext,
  builds: readonly Build[],
): Promise<readonly { readonly part: string; readonly qty: number }[]> {
  if (builds.length === 0) return [];
  const bill = await records.find(bomLineRecord, {
    where: { assembly: { in: [...new Set(builds.map(({ fields }) => fields.assembly))] } },
    limit: MAX_ROWS,
  });
  const byAssembly = Map.groupBy(
    bill.filter(({ fields }) => fields.optional !== true),
    ({ fields }) => fields.assembly,
  );
  return builds.flatMap(({ fields: { assembly, qty, status } }) =>
    (byAssembly.get(assembly) ?? []).map((line) => ({
      part: line.fields.component,
      qty: status === 'draft' ? requiredQuantity(line.fields, qty) : 0,
    })),
  );
}
