import type { ModuleContext } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { sizeOfPart } from '../part/unit.js';
import { availableOfPart } from '../stock/stock-totals.js';
import { bomLineRecord, partsOf, type BomLine } from './bom-line.fields.js';
import type { Supply } from './can-build.js';

/** Limit of nested sub-assemblies. */
export const MAX_LEVELS = 32;
/** Limit of assemblies that use a part, at any depth: a change of its stock recomputes all of them. */
export const MAX_ASSEMBLIES = 1_000;
/** Above the number of lines of one level of a bill. */
const MAX_LINES = 100_000;

export interface AssembliesAbove {
  /** All assemblies that use the parts, at any depth, locked. */
  readonly assemblies: ReadonlySet<string>;
  /** From a part to the assemblies with a line for it. */
  readonly edges: ReadonlyMap<string, ReadonlySet<string>>;
  /** The search ended early because a limit was exceeded. */
  readonly isOverLimit: boolean;
}

/**
 * Finds and locks the assemblies that use the parts, level by level. Every writer locks upwards from the part that it changes, so writers
 * cannot deadlock, and the second sees what the first wrote. The caller has locked `parts`.
 */
export async function lockAssembliesAbove(
  { records }: ModuleContext,
  parts: readonly string[],
): Promise<AssembliesAbove> {
  const assemblies = new Set<string>();
  const edges = new Map<string, Set<string>>();
  let level: readonly string[] = parts;
  let depth = 0;
  for (; level.length > 0 && depth <= MAX_LEVELS && assemblies.size <= MAX_ASSEMBLIES; depth += 1) {
    const lines = await linesNaming(records, level);
    addEdges(edges, lines, new Set(level));
    const next = [...new Set(lines.map(({ fields }) => fields.assembly))].filter((id) => !assemblies.has(id));
    for (const id of next) assemblies.add(id);
    const locked = await records.lock(part, next);
    level = [...locked.values()].filter(isComponent).map(({ id }) => id);
  }
  return { assemblies, edges, isOverLimit: level.length > 0 || assemblies.size > MAX_ASSEMBLIES };
}

function addEdges(edges: Map<string, Set<string>>, lines: readonly BomLine[], below: ReadonlySet<string>): void {
  for (const line of lines)
    for (const id of partsOf(line).filter((named) => below.has(named)))
      edges.set(id, (edges.get(id) ?? new Set()).add(line.fields.assembly));
}

export function isComponent({ fields: { used_in } }: Part): boolean {
  return used_in > 0;
}

async function linesNaming(records: ModuleContext['records'], ids: readonly string[]): Promise<readonly BomLine[]> {
  const named = await records.find(bomLineRecord, { where: { component: { in: ids } }, limit: MAX_LINES });
  const substituted = await records.find(bomLineRecord, { where: { substitutes: { in: ids } }, limit: MAX_LINES });
  return [...named, ...substituted];
}

/** Loads the bills of the assemblies and their sub-assemblies, and the stock of every part in them. */
export async function loadSupply(
  { records }: ModuleContext,
  assemblies: Iterable<string>,
): Promise<Supply & { readonly isTooDeep: boolean }> {
  const lines = new Map<string, readonly BomLine[]>();
  const parts = new Map<string, Part>();
  let level = [...assemblies];
  let depth = 0;
  for (; level.length > 0 && depth <= MAX_LEVELS; depth += 1) {
    const found = await records.find(bomLineRecord, { where: { assembly: { in: level } }, limit: MAX_LINES });
    const byAssembly = Map.groupBy(found, ({ fields }) => fields.assembly);
    for (const id of level) lines.set(id, byAssembly.get(id) ?? []);
    const unknown = [...new Set(found.flatMap(partsOf))].filter((id) => !parts.has(id));
    for (const [id, named] of await records.getMany(part, unknown)) parts.set(id, named);
    const components = [...new Set(found.map(({ fields }) => fields.component))];
    level = components.filter((id) => !lines.has(id) && (parts.get(id)?.fields.bom_lines ?? 0) > 0);
  }
  const stock = new Map(
    [...parts].map(([id, owner]) => [id, { available: availableOfPart(owner), size: sizeOfPart(owner) }]),
  );
  return { lines, stock, isTooDeep: level.length > 0 };
}
