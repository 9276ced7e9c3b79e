import { type CubitError, defineAction, errorOf, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import type { Floorplan, Unit } from '../floorplan/floorplan.js';
import { floorplanSchema } from '../floorplan/floorplan-schema.js';
import { location } from '../location/location.kind.js';
import { readSubtree } from '../location/location-subtree.js';
import type { LocationRecord } from './match-locations.js';
import { plan } from './plan.kind.js';
import { planFromLocations } from './plan-from-locations.js';
import { hasRoom } from './has-room.js';

const EXPORTED: readonly (string | undefined)[] = ['site', 'level', 'room'];

export const exportPlan = defineAction({
  id: 'spaces:export_plan',
  title: 'Export as floor plan',
  description:
    'Returns the locations below a site, level or room as a floor plan document. Locations without measurements are laid out in rows. Locations on shelves are the `bins` of their shelf, which an import reads too.',
  appliesTo: [location],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ document: floorplanSchema }),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: true },
  role: 'viewer',
  ui: { done: 'Exported {title}', icon: 'download', order: 80 },
  example: { title: 'Export a site', input: {} },
  lookup: hasRoom,
  available({ fields }, { found: isDrawable }) {
    if (!EXPORTED.includes(fields.type)) return 'only a site, a level or a room has a floor plan';
    return isDrawable || noRoom();
  },
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
    if (document.rooms.length === 0) throw noRoom();
    return { document };
  },
});

function noRoom(): CubitError {
  return errorOf('conflict', 'There is no room to draw.');
}

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

/** In the units of the plan on which it was drawn. */
async function unitsOf(
  { records }: Pick<ModuleContext, 'records'>,
  { fields }: LocationRecord,
): Promise<Unit | undefined> {
  if (fields.plan === undefined) return undefined;
  return (await records.getMany(plan, [fields.plan])).get(fields.plan)?.fields.units_entered;
}
