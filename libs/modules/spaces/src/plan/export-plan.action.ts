import { defineAction, fail, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import type { Floorplan, Unit } from '../floorplan/floorplan.js';
import { floorplanSchema } from '../floorplan/floorplan-schema.js';
import { location } from '../location/location.kind.js';
import { readSubtree } from '../location/location-subtree.js';
import type { LocationRecord } from './match-locations.js';
import { plan } from './plan.kind.js';
import { planFromLocations } from './plan-from-locations.js';

const EXPORTED: readonly (string | undefined)[] = ['site', 'level', 'room'];

export const exportPlan = defineAction({
  id: 'spaces:export_plan',
  title: 'Export as floor plan',
  description:
    'The locations below a site, a level or a room as the document of a floor plan. What was never measured is set in rows; what lies on shelves has no place in a document and is left out.',
  appliesTo: [location],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ document: floorplanSchema }),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: true },
  role: 'viewer',
  example: { title: 'Export a site', input: {} },
  available: ({ fields }) => EXPORTED.includes(fields.type) || 'only a site, a level or a room has a floor plan',
  async run(context, target) {
    const above = await locationsAbove(context, target);
    const chain = [target, ...above];
    const tree = await readSubtree(context, target);
    const site = chain.find(({ fields }) => fields.type === 'site')?.fields.name;
    const level = above.find(({ fields }) => fields.type === 'level')?.fields.name;
    const units = await unitsOf(context, target);
    const document: Floorplan = planFromLocations(tree, {
      ...(site === undefined ? {} : { site }),
      ...(level === undefined ? {} : { level }),
      ...(units === undefined ? {} : { units }),
    });
    if (document.rooms.length === 0) throw fail('conflict', 'There is no room to draw.');
    return { document };
  },
});

const MAX_STEPS_UP = 64;

async function locationsAbove(
  { records }: Pick<ModuleContext, 'records'>,
  { fields }: LocationRecord,
): Promise<readonly LocationRecord[]> {
  const above: LocationRecord[] = [];
  let { parent } = fields;
  while (parent !== undefined && above.length < MAX_STEPS_UP) {
    const next: LocationRecord | undefined = (await records.getMany(location, [parent])).get(parent);
    if (!next) break;
    above.push(next);
    parent = next.fields.parent;
  }
  return above;
}

/** As the plan that it was drawn on has them. */
async function unitsOf(
  { records }: Pick<ModuleContext, 'records'>,
  { fields }: LocationRecord,
): Promise<Unit | undefined> {
  if (fields.plan === undefined) return undefined;
  return (await records.getMany(plan, [fields.plan])).get(fields.plan)?.fields.units_entered;
}
