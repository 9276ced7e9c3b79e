import { exactToText, readExact } from '@cubit/decimal';
import {
  type ErrorDetail,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
  validationFailed,
} from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { inPlainUnit, shownOfPart, unitOf } from '../part/unit.js';
import { lockAssembliesAbove, MAX_ASSEMBLIES, MAX_LEVELS, type AssembliesAbove } from './bills.js';
import { bomLineTitle, partsOf, type BomLine, type BomLineKind } from './bom-line.fields.js';
import { inheritedSubstitutes } from './follow-substitutes.js';
import { refreshCanBuild } from './refresh-can-build.js';

type Draft = RecordDraft<BomLineKind>;
type Change = RecordChange<BomLineKind>;

/** Limit of lines per bill. */
const MAX_LINES = 1_000;

/** Rules for a single line. Locks its parts, because their counts change afterwards. */
export async function applyBomLineRules({ records }: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  const parts = await records.lock(part, [
    ...new Set(drafts.flatMap(({ before, fields }) => [...partsNamedBy(before), ...partsNamedBy({ fields })])),
  ]);
  for (const draft of drafts) {
    const component = parts.get(draft.fields.component);
    if (component && draft.operation !== 'delete') setQuantities(draft, component);
    inheritSubstitutes(draft, component);
  }
  const faults = drafts.filter(({ operation }) => operation !== 'delete').flatMap(faultsOf);
  if (faults.length > 0) throw validationFailed(faults);
}

/** Sets the quantity in the unit of the component, and without rounding. What is shown as it was keeps its exact quantity. */
function setQuantities(draft: Draft, component: Part): void {
  const { unit, exact_qty_per, ...fields } = draft.fields;
  const isSameComponent = (draft.before?.fields.component ?? component.id) === component.id;
  const kept = isSameComponent ? exact_qty_per : undefined;
  const isKept = unit === undefined && kept !== undefined && shownOfPart(component, readExact(kept)) === fields.qty_per;
  const paths = { qty: draft.path('qty_per'), unit: draft.path('unit') };
  const exact = isKept ? readExact(kept) : inPlainUnit(component, { qty: fields.qty_per, unit }, { paths });
  draft.fields = { ...fields, qty_per: shownOfPart(component, exact), exact_qty_per: exactToText(exact) };
  draft.title = bomLineTitle(draft.fields, unitOf(component));
}

/** A new line starts with the substitutes of its component. */
function inheritSubstitutes(draft: Draft, component: Part | undefined): void {
  const { operation, fields } = draft;
  if (operation !== 'create' || fields.substitutes !== undefined) return;
  const substitutes = inheritedSubstitutes(component, fields);
  if (substitutes.length > 0) draft.fields = { ...fields, substitutes: [...substitutes] };
}

function partsNamedBy(line: Pick<BomLine, 'fields'> | null): readonly string[] {
  return line === null ? [] : [line.fields.assembly, ...partsOf(line)];
}

function faultsOf({ fields, path }: Draft): readonly ErrorDetail[] {
  const { component, substitutes = [] } = fields;
  return substitutes.includes(component)
    ? [{ path: path('substitutes'), code: 'not_applicable', message: 'A component cannot be a substitute for itself.' }]
    : [];
}

/** Updates the line counts of parts and recomputes `can_build` of the assembly and of all assemblies above it. */
export async function applyBillChanges(context: KindHookContext, changes: readonly Change[]): Promise<void> {
  const assemblies = [...new Set(changes.map(({ after }) => after.fields.assembly))];
  await countLines(context, changes);
  const above = await lockAssembliesAbove(context, assemblies);
  refuseCycles(changes, above);
  const { isTooDeep } = await refreshCanBuild(context, [...assemblies, ...above.assemblies]);
  if (isTooDeep) throw tooDeep(changes);
}

/** Updates `bom_lines` and `used_in` of parts. A part with a bill becomes an assembly. */
async function countLines({ records }: KindHookContext, changes: readonly Change[]): Promise<void> {
  const counts = new Map<string, { bom_lines: number; used_in: number }>();
  const countsOf = (id: string) => {
    const known = counts.get(id) ?? { bom_lines: 0, used_in: 0 };
    counts.set(id, known);
    return known;
  };
  const count = (line: Pick<BomLine, 'fields'>, by: 1 | -1) => {
    countsOf(line.fields.assembly).bom_lines += by;
    for (const id of partsOf(line)) countsOf(id).used_in += by;
  };
  for (const { operation, before, after } of changes) {
    if (before !== null && operation !== 'restore') count(before, -1);
    if (operation !== 'delete') count(after, 1);
  }
  const parts = await records.lock(part, [...counts.keys()]);
  const full = changes.find(
    ({ after }) =>
      (parts.get(after.fields.assembly)?.fields.bom_lines ?? 0) + countsOf(after.fields.assembly).bom_lines > MAX_LINES,
  );
  if (full)
    throw validationFailed([
      {
        path: full.path('assembly'),
        code: 'too_many',
        message: `A bill of materials can have at most ${MAX_LINES} lines.`,
      },
    ]);
  await records.updateEach(part, [...counts.keys()], ({ id, fields }) => {
    const { bom_lines, used_in } = countsOf(id);
    const lines = fields.bom_lines + bom_lines;
    const isNew = fields.bom_lines === 0 && lines > 0;
    return { bom_lines: lines, used_in: fields.used_in + used_in, ...(isNew ? { is_assembly: true } : {}) };
  });
}

/** Refuses with `422` an assembly that contains itself, or that exceeds the limits of depth and use. */
function refuseCycles(changes: readonly Change[], { edges, isOverLimit }: AssembliesAbove): void {
  const written = changes.filter(({ operation }) => operation !== 'delete');
  const faults = written.flatMap(({ after, path }): readonly ErrorDetail[] => {
    const { assembly, component, substitutes = [] } = after.fields;
    const reached = reachable(edges, assembly);
    const at = reached.has(component) ? 'component' : substitutes.some((id) => reached.has(id)) ? 'substitutes' : null;
    return at === null ? [] : [{ path: path(at), code: 'cycle', message: 'The assembly would contain itself.' }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  if (isOverLimit) throw tooDeep(written);
}

function tooDeep(changes: readonly Change[]): Error {
  const message = `Assemblies can be nested at most ${MAX_LEVELS} levels deep, and at most ${MAX_ASSEMBLIES} assemblies can use a part.`;
  return validationFailed(
    changes.slice(0, 1).map(({ path }) => ({ path: path('component'), code: 'too_deep', message })),
  );
}

/** The part and all assemblies that use it, at any depth. */
function reachable(edges: AssembliesAbove['edges'], from: string): ReadonlySet<string> {
  const seen = new Set([from]);
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of edges.get(at) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  return seen;
}
