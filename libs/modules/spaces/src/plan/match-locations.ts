import type { RecordOf } from '@cubit/core';
import type { PlanNode } from '../floorplan/plan-nodes.js';
import type { location } from '../location/location.kind.js';

export type LocationRecord = RecordOf<typeof location>;

/** A node with its parent location: null at the top, undefined if the parent does not exist yet. */
export interface PlacedNode {
  readonly node: PlanNode;
  readonly above: LocationRecord | null | undefined;
}

/** Locations that earlier imports of the plan created or matched, by pointer and by id. */
export interface DrawnLocations {
  readonly byPointer: ReadonlyMap<string, LocationRecord>;
  readonly byId: ReadonlyMap<string, LocationRecord>;
}

export interface LevelMatch {
  readonly nodes: readonly PlacedNode[];
  /** Children of the parent locations of the nodes; the key null has the top locations. */
  readonly below: (above: LocationRecord | null) => readonly LocationRecord[];
  readonly drawn: DrawnLocations;
  /** Locations that are already matched to a node. */
  readonly claimed: Set<string>;
}

/**
 * Matches the nodes of one level to locations. A name under the same parent takes precedence, because inserting a container shifts the
 * pointers of those after it. Nodes without a match by name are matched by pointer: they were renamed in the document or moved by hand.
 */
export function matchLevel({ nodes, below, drawn, claimed }: LevelMatch): ReadonlyMap<PlanNode, LocationRecord> {
  const found = new Map<PlanNode, LocationRecord>();
  const claim = (node: PlanNode, location: LocationRecord) => {
    claimed.add(location.id);
    found.set(node, location);
  };
  const free = (candidate: LocationRecord | undefined): candidate is LocationRecord =>
    candidate !== undefined && !claimed.has(candidate.id);

  for (const [above, siblings] of Map.groupBy(nodes, (placed) => placed.above)) {
    if (above === undefined) continue;
    const byKey = Map.groupBy(below(above), keyOf);
    for (const { node } of siblings) {
      const namesakes = (byKey.get(keyOf(asKeyed(node))) ?? []).filter(free);
      const same = namesakes.find(({ fields }) => fields.plan_pointer === node.pointer) ?? namesakes[0];
      if (same) claim(node, same);
    }
    const untyped = Map.groupBy(
      below(above).filter(({ fields }) => fields.type === undefined),
      keyOf,
    );
    for (const { node } of siblings) {
      const same = untyped.get(keyOf({ fields: { name: node.name } }))?.find(free);
      if (!found.has(node) && same) claim(node, same);
    }
  }
  for (const { node, above } of nodes) {
    const known = drawn.byPointer.get(node.pointer);
    if (found.has(node) || !free(known) || known.fields.type !== node.type) continue;
    const isRenamed = above !== undefined && (known.fields.parent ?? null) === (above?.id ?? null);
    const isMovedOff = fold(known.fields.name) === fold(node.name) && !drawn.byId.has(known.fields.parent ?? '');
    if (isRenamed || isMovedOff) claim(node, known);
  }
  return found;
}

interface Keyed {
  readonly fields: { readonly name: string; readonly type?: string };
}

function asKeyed({ name, type }: PlanNode): Keyed {
  return { fields: { name, type } };
}

function keyOf({ fields: { type = '', name } }: Keyed): string {
  return `${type} ${fold(name)}`;
}

function fold(name: string): string {
  return name.toLowerCase();
}
