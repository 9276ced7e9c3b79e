import {
  decodeCursor,
  DEFAULT_LIMIT,
  defineModuleRoute,
  encodeCursor,
  listSchema,
  pageOf,
  pageQuery,
} from '@cubit/core';
import { Type, type Static } from 'typebox';
import { plan } from './plan.kind.js';
import type { PlanRecord } from './plan-document.js';

const LIST = 'spaces/floorplans';
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
    const { limit = DEFAULT_LIMIT, cursor, count } = query;
    const after = cursor === undefined ? undefined : (decodeCursor(LIST, cursor)[0] ?? undefined);
    const page = await context.transaction(async ({ records }) => {
      const where = after === undefined ? {} : { id: { lt: after } };
      const found = await records.find(plan, { where, sort: '-id', limit: limit + 1 });
      const rows = pageOf(found, limit, ({ id }) => encodeCursor(LIST, [id]));
      return {
        ...rows,
        data: rows.data.map(rowOf),
        ...(count === 'exact' ? { total: await records.count(plan) } : {}),
      };
    });
    return { status: 200, body: page };
  },
});

function rowOf({ id, fields, version, created_at, updated_at }: PlanRecord): Static<typeof row> {
  return { id, ...fields, version, created_at, updated_at };
}
