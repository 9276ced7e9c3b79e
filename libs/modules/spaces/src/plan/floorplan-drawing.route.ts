import { defineModuleRoute, idParam, type ModuleContext, notFound } from '@cubit/core';
import { Type } from 'typebox';
import { drawFloorplan } from '../drawing/draw-floorplan.js';
import { nearestDrawn } from '../locate/nearest-drawn.js';
import { location } from '../location/location.kind.js';
import { readDocument } from './plan-document.js';
import { plan } from './plan.kind.js';

export const drawFloorplanRoute = defineModuleRoute({
  operationId: 'drawFloorplan',
  method: 'GET',
  path: '/floorplans/{id}.svg',
  summary: 'A floor plan as a drawing',
  description:
    'Draws the rooms by level with walls, doors, windows, zones, containers and shelf fronts, to one scale, with lengths in the unit of the plan. `highlight` marks a location; a location that is not drawn is marked at the nearest location above it that is.',
  params: Type.Object({ id: idParam('The floor plan.') }),
  query: Type.Object({
    highlight: Type.Optional(Type.String({ format: 'uuid', description: 'Id of a location of the plan.' })),
    level: Type.Optional(Type.String({ maxLength: 400, description: 'Only the rooms of this level.' })),
  }),
  responses: {
    200: { description: 'The drawing.', schema: Type.String(), mediaType: 'image/svg+xml' },
  },
  errors: ['not_found'],
  async handler(context, { params: { id }, query: { highlight, level } }) {
    const { floorplan, found } = await context.transaction(async (inside) => {
      await inside.records.get(plan, id);
      const wanted = highlight === undefined ? null : await locate(inside, id, highlight);
      return { floorplan: (await readDocument(inside, id)).floorplan, found: wanted };
    });
    if (level !== undefined && !floorplan.rooms.some((room) => (room.level ?? '') === level)) throw notFound('Level');
    const svg = drawFloorplan(floorplan, {
      ...(level === undefined ? {} : { level }),
      ...(found ? { highlight: found.pointer, highlightPath: found.path } : {}),
    });
    return {
      status: 200,
      bytes: svg,
      mediaType: 'image/svg+xml',
      headers: { 'cache-control': 'private, no-cache' },
    };
  },
});

/** The location that is drawn for this one: itself, or its nearest drawn parent. */
async function locate(context: Pick<ModuleContext, 'records'>, planId: string, id: string) {
  const wanted = await context.records.get(location, id);
  const pointer = (await nearestDrawn(context, [wanted], planId)).get(id)?.fields.plan_pointer;
  if (pointer === undefined) throw notFound('Location on this plan');
  return { pointer, path: wanted.fields.path };
}
