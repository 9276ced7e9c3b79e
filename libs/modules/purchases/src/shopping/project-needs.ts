import { addQuantities, requiredQuantity } from '@cubit/decimal';
import type { ModuleContext } from '@cubit/core';
import { bomLineRecord, buildRecord, partRecord } from '../foreign.js';
import { MAX_ROWS, OPEN_BUILDS } from '../plan/demand.js';
import { requestRecord } from '../request/request.kind.js';

export interface ProjectNeed {
  readonly project: string;
  readonly part: string;
  readonly qty: number;
}

/** What open builds and requests of projects need, and the demand beyond reserved stock that follows from it. */
export async function projectNeeds(
  context: ModuleContext,
  { projects, includeLow }: { readonly projects: readonly string[] | undefined; readonly includeLow: boolean },
): Promise<{ readonly needs: readonly ProjectNeed[]; readonly demand: ReadonlyMap<string, number> }> {
  const builds = await needsOfBuilds(context, projects);
  const requests = await needsOfRequests(context, projects);
  const demand = new Map<string, number>();
  const want = (part: string, qty: number) => void demand.set(part, addQuantities(demand.get(part) ?? 0, qty));
  // An issued build has reserved its components, which reduces what is available.
  for (const { part, qty, isReserved } of builds) want(part, isReserved ? 0 : qty);
  for (const { part, qty } of requests) want(part, qty);
  if (includeLow)
    for (const { id } of await context.records.find(partRecord, { filter: 'available < min_stock', limit: MAX_ROWS }))
      want(id, 0);
  return { needs: [...builds, ...requests], demand };
}

async function needsOfBuilds({ records }: ModuleContext, projects: readonly string[] | undefined) {
  const found = await records.find(buildRecord, {
    where: { status: { in: OPEN_BUILDS }, ...(projects ? { project: { in: projects } } : {}) },
    limit: MAX_ROWS,
  });
  const builds = found.flatMap(({ fields }) =>
    fields.project === undefined ? [] : [{ ...fields, project: fields.project }],
  );
  if (builds.length === 0) return [];
  const bill = await records.find(bomLineRecord, {
    where: { assembly: { in: [...new Set(builds.map(({ assembly }) => assembly))] } },
    limit: MAX_ROWS,
  });
  const byAssembly = Map.groupBy(
    bill.filter(({ fields }) => fields.optional !== true),
    ({ fields }) => fields.assembly,
  );
  return builds.flatMap(({ assembly, qty, status, project }) =>
    (byAssembly.get(assembly) ?? []).map((line) => ({
      project,
      part: line.fields.component,
      qty: requiredQuantity(line.fields, qty),
      isReserved: status !== 'draft',
    })),
  );
}

async function needsOfRequests(
  { records }: ModuleContext,
  projects: readonly string[] | undefined,
): Promise<readonly ProjectNeed[]> {
  const open = await records.find(requestRecord, { where: { status: 'open' }, limit: MAX_ROWS });
  return open.flatMap(({ fields: { part, qty = 1, for: cause } }) => {
    if (part === undefined || cause?.kind !== 'projects:project') return [];
    return projects === undefined || projects.includes(cause.id) ? [{ project: cause.id, part, qty }] : [];
  });
}
