import { defineModuleRoute, idParam } from '@cubit/core';
import { Type } from 'typebox';
import { cut } from '../cut/cut.kind.ts';
import { drawBed } from './draw-bed.ts';
import { machine } from './machine.kind.ts';

export const bedRoute = defineModuleRoute({
  operationId: 'drawLaserBed',
  method: 'GET',
  path: '/beds/{id}.svg',
  summary: 'The bed of a machine with the cuts that wait for it, to scale',
  params: Type.Object({ id: idParam('The machine.') }),
  responses: { 200: { description: 'The drawing.', schema: Type.String(), mediaType: 'image/svg+xml' } },
  errors: ['not_found'],
  async handler(context, { params: { id } }) {
    const svg = await context.transaction(async ({ records }) => {
      const { fields } = await records.get(machine, id);
      const waiting = await records.find(cut, { where: { machine: id, status: 'open' } });
      return drawBed(
        { width: fields.bed_width, depth: fields.bed_depth },
        waiting.map((each) => ({ width: each.fields.width, depth: each.fields.depth })),
      );
    });
    return { status: 200, bytes: svg, mediaType: 'image/svg+xml', headers: { 'cache-control': 'private, no-cache' } };
  },
});
