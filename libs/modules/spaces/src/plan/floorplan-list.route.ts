import { defineModuleRoute, listSchema, pageQuery, readPage } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { plan } from './plan.kind.js';
import type { PlanRecord } from './plan-document.js';

const timestamp = Type.String({ format: 'date-time' });

const row = Type.Object({
  id: Type.String({ format: 'uuid' }),
  ...plan.fields.properties,
  version: Type.Integer({ minimum: 1 }),
  created_at: timestamp,
  updated_at: timestamp,
});

export const listFloorplans = defineModuleRoute({
  operationId: 'listFloorplans',
  method: 'GET',
  path: '/floorplans',
  summary: 'Floor plans, the newest first, without their documents',
  query: Type.Object(pageQuery),
  responses: { 200: { description: 'A page of floor plans.', schema: listSchema(row) } },
  errors: ['invalid_cursor'],
  async handler(context, { query }) {
    const page = await context.transaction(({ records }) =>
      readPage(query, {
        list: 'spaces/floorplans',
        sortedBy: ['uuid'],
        rows: (after, limit) =>
          records.find(plan, { where: after ? { id: { lt: after[0] } } : {}, sort: '-id', limit }),
        total: () => records.count(plan),
        valuesOf: ({ id }) => [id],
      }),
    );
    return { status: 200, body: { ...page, data: page.data.map(rowOf) } };
  },
});

function rowOf({ id, fields, version, created_at, updated_at }: PlanRecord): Static<typeof row> {
  return { id, ...fields, version, created_at, updated_at };
}
