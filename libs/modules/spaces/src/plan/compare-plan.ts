import { type ModuleContext, validationFailed } from '@cubit/core';
import type { PlanNode } from '../floorplan/plan-nodes.js';
import { location } from '../location/location.kind.js';
import { plan } from './plan.kind.js';
import { matchLevel, type DrawnLocations, type LocationRecord, type PlacedNode } from './match-locations.js';

/** Upper bound for the children of one location. */
const MAX_FOUND = 200_000;
/** Maximum depth of the location tree. */
const MAX_LEVELS = 32;
const MAX_PLANS = 1_000;

/** A node of a plan and its location; null if the location does not exist yet. */
export interface ComparedNode {
  readonly node: PlanNode;
  readonly location: LocationRecord | null;
  readonly above: ComparedNode | null;
  /** The location has the parent that the plan gives it, or is in a zone within it. */
  readonly isInPlace: boolean;
}

export interface PlanComparison {
  /** By level, from the top: the parent of a node is in the previous level. */
  readonly levels: readonly (readonly ComparedNode[])[];
  /** Locations of an earlier version of the plan that this version does not have. */
  readonly orphans: readonly LocationRecord[];
}

export interface ComparisonRequest {
  readonly nodes: readonly PlanNode[];
  /** Plans whose locations belong to this plan: itself and others of the same name. */
  readonly plans: readonly string[];
  readonly prefix: string;
}

/** Compares a plan with the existing locations, with two queries per level. */
export async function comparePlan(
  context: Pick<ModuleContext, 'records'>,
  { nodes, plans, prefix }: ComparisonRequest,
): Promise<PlanComparison> {
  const drawn = await drawnLocations(context, plans);
  const claimed = new Set<string>();
  const levels: ComparedNode[][] = [];
  let open: readonly { readonly node: PlanNode; readonly above: ComparedNode | null }[] = nodes.map((node) => ({
    node,
    above: null,
  }));
  while (open.length > 0) {
    if (levels.length === MAX_LEVELS) throw tooDeep(open, prefix);
    const placed = open.map(({ node, above }): PlacedNode => ({
      node,
      above: above === null ? null : (above.location ?? undefined),
    }));
    const { below, homeOf } = await locationsBelow(context, placed);
    const found = matchLevel({ nodes: placed, below, drawn, claimed });
    const level = open.map(({ node, above }): ComparedNode => {
      const known = found.get(node) ?? null;
      const isInPlace = known !== null && homeOf(known) === (above === null ? '' : above.location?.id);
      return { node, above, location: known, isInPlace };
    });
    levels.push(level);
    open = level.flatMap((above) => above.node.children.map((node) => ({ node, above })));
  }
  return { levels, orphans: [...drawn.byId.values()].filter(({ id }) => !claimed.has(id)) };
}

/** Plans of the same name are versions of one plan. */
export function plansNamed({ records }: Pick<ModuleContext, 'records'>, name: string) {
  return records.find(plan, { where: { name }, sort: '-created_at', limit: MAX_PLANS });
}

async function drawnLocations(
  { records }: Pick<ModuleContext, 'records'>,
  plans: readonly string[],
): Promise<DrawnLocations> {
  const locations =
    plans.length === 0 ? [] : await records.find(location, { where: { plan: { in: plans } }, limit: MAX_FOUND });
  const pointed = locations.flatMap((known): [string, LocationRecord][] =>
    known.fields.plan_pointer === undefined ? [] : [[known.fields.plan_pointer, known]],
  );
  return { byPointer: new Map(pointed), byId: new Map(locations.map((known) => [known.id, known])) };
}

async function locationsBelow({ records }: Pick<ModuleContext, 'records'>, nodes: readonly PlacedNode[]) {
  const ids = [...new Set(nodes.flatMap(({ above }) => (above ? [above.id] : [])))];
  const isTop = nodes.some(({ above }) => above === null);
  const beneath = (parents: readonly string[]) =>
    parents.length === 0 ? [] : records.find(location, { where: { parent: { in: parents } }, limit: MAX_FOUND });
  const children = isTop
    ? await records.find(location, { where: { parent: null }, limit: MAX_FOUND })
    : await beneath(ids);
  // A container that was moved to a zone of its room is still the same container.
  const zones = new Map(
    children.filter(({ fields }) => fields.type === 'zone').map((zone) => [zone.id, zone.fields.parent ?? '']),
  );
  const inZones = await beneath([...zones.keys()]);
  const homeOf = ({ fields: { parent = '' } }: LocationRecord) => zones.get(parent) ?? parent;
  const byHome = Map.groupBy([...children, ...inZones], homeOf);
  return { homeOf, below: (above: LocationRecord | null) => byHome.get(above?.id ?? '') ?? [] };
}

function tooDeep(open: readonly { readonly node: PlanNode }[], prefix: string) {
  const message = `The location would be deeper than ${MAX_LEVELS} levels.`;
  return validationFailed(open.map(({ node }) => ({ path: prefix + node.pointer, code: 'too_deep', message })));
}
