import type { ModuleContext } from '@cubit/core';
import { bomLineRecord, buildRecord, projectRecord } from '../foreign.js';
import {
  type Demand,
  demandOf,
  lowParts,
  MAX_ROWS,
  type Need,
  needOfLine,
  needOfRequest,
  OPEN_BUILDS,
} from '../plan/demand.js';
import { requestRecord } from '../request/request.kind.js';

export interface ProjectNeed extends Need {
  readonly project: string;
}

/** What open builds and requests of projects need, and the demand beyond reserved stock that follows from it. */
export async function projectNeeds(
  context: ModuleContext,
  { projects, includeLow }: { readonly projects: readonly string[] | undefined; readonly includeLow: boolean },
): Promise<{ readonly needs: readonly ProjectNeed[]; readonly demand: Demand }> {
  const builds = await needsOfBuilds(context, projects);
  const requests = await needsOfRequests(context, projects);
  const low = includeLow ? await lowParts(context) : [];
  // An issued build has reserved its components, which reduces what is available.
  const open = builds.map((need): Need => (need.isReserved ? { part: need.part, qtyOf: () => 0n } : need));
  return { needs: [...builds, ...requests], demand: await demandOf(context, [...open, ...requests, ...low]) };
}

async function needsOfBuilds({ records }: ModuleContext, projects: readonly string[] | undefined) {
  // Without the module, builds have no field for their project.
  if (!records.knows(projectRecord)) return [];
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
      ...needOfLine(line, qty),
      project,
      isReserved: status !== 'draft',
    })),
  );
}

async function needsOfRequests(
  { records }: ModuleContext,
  projects: readonly string[] | undefined,
): Promise<readonly ProjectNeed[]> {
  const open = await records.find(requestRecord, { where: { status: 'open' }, limit: MAX_ROWS });
  return open.flatMap((one) => {
    const { for: cause } = one.fields;
    if (cause?.kind !== 'projects:project') return [];
    if (projects !== undefined && !projects.includes(cause.id)) return [];
    return needOfRequest(one).map((need) => ({ ...need, project: cause.id }));
  });
}
