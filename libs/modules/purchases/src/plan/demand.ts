import { type ExactQuantity, requiredQuantity } from '@cubit/decimal';
import { type ModuleContext, validationFailed } from '@cubit/core';
import { type BomLine, bomLineRecord, type Build, buildRecord, type Part, partRecord } from '../foreign.js';
import { type Request, requestRecord } from '../request/request.kind.js';
import { exactOf, sizeOf } from '../unit.js';

/** Above the number of records of any kind that a plan reads. */
export const MAX_ROWS = 100_000;
export const OPEN_BUILDS = ['draft', 'issued', 'in_progress', 'on_hold'];

export interface PlanInput {
  readonly builds?: readonly string[];
  readonly projects?: readonly string[];
  readonly include_low?: boolean;
  readonly include_requests?: boolean;
}

/** What a part is needed for. */
export interface Need {
  readonly part: string;
  /** In plain units. */
  qtyOf(part: Part): ExactQuantity;
}

/** Parts that are needed, and how much of each, in plain units. */
export interface Demand {
  readonly parts: ReadonlyMap<string, Part>;
  readonly quantities: ReadonlyMap<string, ExactQuantity>;
}

/** Demand for each part beyond reserved stock. Parts that are low or reserved for a build are included with 0. */
export async function findDemand(context: ModuleContext, given: PlanInput): Promise<Demand> {
  const { records } = context;
  const low = (given.include_low ?? true) ? await lowParts(context) : [];
  const ofBuilds = await demandOfBuilds(context, await buildsOf(context, given));
  const requests = given.include_requests
    ? await records.find(requestRecord, { where: { status: 'open' }, limit: MAX_ROWS })
    : [];
  return demandOf(context, [...low, ...ofBuilds, ...requests.flatMap(needOfRequest)]);
}

export async function demandOf({ records }: ModuleContext, needs: readonly Need[]): Promise<Demand> {
  const parts = await records.getMany(partRecord, [...new Set(needs.map(({ part }) => part))]);
  const quantities = new Map<string, ExactQuantity>();
  for (const need of needs) {
    const part = parts.get(need.part);
    if (part) quantities.set(part.id, (quantities.get(part.id) ?? 0n) + need.qtyOf(part));
  }
  return { parts, quantities };
}

/** Parts that are low, which are needed up to their target. */
export async function lowParts({ records }: ModuleContext): Promise<readonly Need[]> {
  const low = await records.find(partRecord, { filter: 'available < min_stock', limit: MAX_ROWS });
  return low.map(({ id }) => ({ part: id, qtyOf: () => 0n }));
}

export function needOfRequest({ fields: { part, qty = 1 } }: Request): readonly Need[] {
  return part === undefined ? [] : [{ part, qtyOf: (owner) => exactOf(owner, qty) }];
}

export function needOfLine({ fields }: BomLine, assemblies: number): Need {
  return { part: fields.component, qtyOf: (owner) => requiredQuantity(fields, sizeOf(owner), assemblies) };
}

async function buildsOf(
  { records }: ModuleContext,
  { builds = [], projects = [] }: PlanInput,
): Promise<readonly Build[]> {
  const named = builds.length === 0 ? new Map<string, Build>() : await records.getMany(buildRecord, builds);
  const missing = builds.findIndex((id) => !named.has(id));
  if (missing !== -1) {
    const message = 'The build does not exist.';
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
async function demandOfBuilds({ records }: ModuleContext, builds: readonly Build[]): Promise<readonly Need[]> {
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
    (byAssembly.get(assembly) ?? []).map((line) => needOfLine(line, status === 'draft' ? qty : 0)),
  );
}
