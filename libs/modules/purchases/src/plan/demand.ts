import { addDecimals, exact, validationFailed, type ModuleContext } from '@cubit/core';
import { bomLineRecord, buildRecord, partRecord, type BomLine, type Build } from '../foreign.js';
import { requestRecord } from '../request/request.kind.js';

/** More than a workspace has of anything that is planned for. */
const MAX_ROWS = 100_000;
const OPEN_BUILDS = ['draft', 'issued', 'in_progress', 'on_hold'];
const HUNDRED = 100;

export interface PlanInput {
  readonly builds?: readonly string[];
  readonly projects?: readonly string[];
  readonly include_low?: boolean;
  readonly include_requests?: boolean;
}

/** How much of each part is wanted beyond what is reserved already. A part that may be low, or is reserved for a build, is there with 0. */
export async function demandOf(context: ModuleContext, given: PlanInput): Promise<ReadonlyMap<string, number>> {
  const { records } = context;
  const demand = new Map<string, number>();
  const want = (part: string, qty: number) => void demand.set(part, addDecimals(demand.get(part) ?? 0, qty));
  if (given.include_low ?? true)
    for (const { id } of await records.find(partRecord, { filter: 'available < min_stock', limit: MAX_ROWS }))
      want(id, 0);
  for (const { part, qty } of await ofBuilds(context, await buildsOf(context, given))) want(part, qty);
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
    const message = `There is no build ${builds[missing] ?? ''}.`;
    throw validationFailed([{ path: `/input/builds/${missing}`, code: 'unknown_reference', message }]);
  }
  const ofProjects =
    projects.length === 0
      ? []
      : await records.find(buildRecord, { where: { project: { in: projects } }, limit: MAX_ROWS });
  const all = new Map([...named.values(), ...ofProjects].map((build) => [build.id, build]));
  return [...all.values()].filter(({ fields }) => OPEN_BUILDS.includes(fields.status));
}

/** A build that is issued has reserved what it needs, so that it is not available: it is counted there, and not again. */
async function ofBuilds(
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
      qty: status === 'draft' ? requiredFor(line, qty) : 0,
    })),
  );
}

/** As inventory reckons it: `qty_per` for each and more by `scrap_pct`, `setup_qty` once, rounded up to the multiple. */
function requiredFor({ fields }: BomLine, assemblies: number): number {
  const { qty_per, scrap_pct = 0, setup_qty = 0, rounding_multiple = 0 } = fields;
  const each = exact.multiplyDecimals(exact.exactly(qty_per), exact.exactly(assemblies));
  const gross = exact.multiplyDecimals(each, exact.exactly(addDecimals(HUNDRED, scrap_pct)));
  const needed = exact.decimalNumber(
    exact.addDecimals({ units: gross.units, scale: gross.scale + 2 }, exact.exactly(setup_qty)),
  );
  return rounding_multiple === 0 ? needed : addDecimals(Math.ceil(needed / rounding_multiple) * rounding_multiple);
}
