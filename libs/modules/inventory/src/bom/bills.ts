import type { ModuleContext } from '@cubit/core';
import { part, type Part } from '../part/part.kind.js';
import { bomLineRecord, partsOf, type BomLine } from './bom-line.fields.js';
import type { Supply } from './can-build.js';

/** Levels of sub-assemblies, each in the next. */
export const MAX_LEVELS = 32;
/** Assemblies that a part may go into, at any depth: changing its stock looks at all of them. */
export const MAX_ASSEMBLIES = 1_000;
/** More lines than any level of any bill has. */
const MAX_LINES = 100_000;

export interface Above {
  /** Whatever the parts go into, at any depth; held. */
  readonly assemblies: ReadonlySet<string>;
  /** From a part to the assemblies whose bills name it. */
  readonly edges: ReadonlyMap<string, ReadonlySet<string>>;
  /** The walk ended before the top. */
  readonly isTooMuch: boolean;
}

/**
 * What the parts go into, level by level, each held before the next is looked for: whoever changes a part holds it and then goes up, so
 * two of them never wait for each other, and the second sees what the first wrote. `parts` are held already.
 */
export async function assembliesAbove({ records }: ModuleContext, parts: readonly string[]): Promise<Above> {
  const assemblies = new Set<string>();
  const edges = new Map<string, Set<string>>();
  let level: readonly string[] = parts;
  let depth = 0;
  for (; level.length > 0 && depth <= MAX_LEVELS && assemblies.size <= MAX_ASSEMBLIES; depth += 1) {
    const lines = await linesNaming(records, level);
    const below = new Set(level);
    for (const line of lines)
      for (const id of partsOf(line))
        if (below.has(id)) edges.set(id, (edges.get(id) ?? new Set()).add(line.fields.assembly));
    const next = [...new Set(lines.map(({ fields }) => fields.assembly))].filter((id) => !assemblies.has(id));
    for (const id of next) assemblies.add(id);
    const held = await records.lock(part, next);
    level = [...held.values()].filter(isComponent).map(({ id }) => id);
  }
  return { assemblies, edges, isTooMuch: level.length > 0 || assemblies.size > MAX_ASSEMBLIES };
}

export function isComponent({ fields: { used_in } }: Part): boolean {
  return used_in > 0;
}

async function linesNaming(records: ModuleContext['records'], ids: readonly string[]): Promise<readonly BomLine[]> {
  const named = await records.find(bomLineRecord, { where: { component: { in: ids } }, limit: MAX_LINES });
  const substituted = await records.find(bomLineRecord, { where: { substitutes: { in: ids } }, limit: MAX_LINES });
  return [...named, ...substituted];
}

/** The bills of the assemblies and of whatever is made for them, with what is available of every part that they name. */
export async function supplyFor(
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
  const available = new Map([...parts].map(([id, { fields }]) => [id, fields.available]));
  return { lines, available, isTooDeep: level.length > 0 };
}
