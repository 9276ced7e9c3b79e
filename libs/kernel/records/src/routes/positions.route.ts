import { Type } from 'typebox';
import { defineRoute } from '@cubit/database';
import { kindPath, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { listPositions, type PositionsQuery } from '../read/list-positions.js';
import { filterQuery, deletedQuery, sortQuery } from './read.routes.js';
import { type RecordRouteContext, routeBase, shapeIn } from './record-route-context.js';

const DEFAULT_EVERY = 100;

export function positionsRoute(context: RecordRouteContext): RouteDefinition {
  const { kind, services } = context;
  const { singular: _, plural, ...base } = routeBase(context, 'position', 'viewer');
  return defineRoute({
    ...base,
    method: 'GET',
    path: `${kindPath(kind)}/positions`,
    summary: `Find the pages of a list of ${plural}`,
    description:
      'The number of records and a cursor for every page, to jump within a long list. Answers within about a second; if the list is not ' +
      'finished by then, with what was found and `partial: true`.',
    params: workspaceParams,
    query: Type.Object({
      ...filterQuery,
      ...sortQuery,
      every: Type.Optional(
        Type.Integer({
          minimum: 20,
          maximum: 10_000,
          default: DEFAULT_EVERY,
          description: 'Number of records between two cursors.',
        }),
      ),
      ...deletedQuery,
    }),
    responses: {
      200: {
        description: 'The positions.',
        schema: Type.Object(
          {
            total: Type.Integer({
              minimum: 0,
              description: 'Number of records; if `partial`, of those that were counted.',
            }),
            cursors: Type.Array(Type.String(), {
              description:
                'For the list with the same `filter`, `sort` and `deleted`: the first leads to record `every`, counted from 0.',
            }),
            partial: Type.Boolean({ description: 'The list is longer.' }),
          },
          { $id: 'ListPositions' },
        ),
      },
    },
    errors: ['invalid_query', 'invalid_filter'],
    async handler(request) {
      const { id: workspaceId, schema } = workspaceOf(request);
      const source = {
        database: services.database,
        workspaceId,
        kind,
        shape: shapeIn(schema, kind),
        now: services.now(),
      };
      const { every = DEFAULT_EVERY, ...query } = request.query as Partial<PositionsQuery>;
      return { status: 200, body: await listPositions(source, { ...query, every }) };
    },
  });
}
