import { Type } from 'typebox';
import { defineRoute } from '@cubit/database';
import { kindPath, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { type AggregateQuery, aggregateRecords, MAX_GROUPS } from '../read/aggregate.js';
import { TIME_UNITS } from '../read/group-key.js';
import { MEASURE_FUNCTIONS } from '../read/measure.js';
import { type RecordRouteContext, routeBase, shapeIn } from './record-route-context.js';

const groupSchema = Type.Object({
  group: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The value of each key; null for records without one. A period is its first day, an hour its first moment, in UTC.',
    examples: [{ 'created_at:week': '2026-11-16' }],
  }),
  titles: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
    description: 'For keys that are references or people: the title of the record, or the name of the person.',
  }),
  values: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The value of each measure: a number, a time, or for money a list with one amount of each currency. Null if no record of the group has the field.',
    examples: [{ count: 3, 'sum:stock_value': [{ amount: '12.5000', currency: 'EUR' }] }],
  }),
});

/** Numbers for boards, charts and tiles. */
export function aggregateRoute(context: RecordRouteContext): RouteDefinition {
  const { kind, services } = context;
  const { singular: _, plural, ...base } = routeBase(context, 'aggregate', 'viewer');
  return defineRoute({
    ...base,
    method: 'GET',
    path: `${kindPath(kind)}/aggregate`,
    summary: `Count ${plural} in groups`,
    description:
      `Groups of the ${plural} that are not in the trash, with measures of each, in the order of the keys, records without a value last, or in that of \`sort\`. ` +
      `Of more than ${MAX_GROUPS} groups, the first of \`sort\`, or without it those with most records, are answered, and \`group_count\` is their full number. ` +
      'A record with several values (tags, assignees) is in the group of each.',
    params: workspaceParams,
    query: Type.Object({
      group_by: Type.Optional(
        Type.String({
          maxLength: 200,
          description: `Up to two keys, separated by commas: fields, \`tags\`, \`created_by\`, or a time with a period (${TIME_UNITS.join(', ')}). Without keys: one group of all records.`,
          examples: ['created_at:week'],
        }),
      ),
      measures: Type.Optional(
        Type.String({
          maxLength: 1_000,
          description: `Separated by commas: \`count\` (the default), or ${MEASURE_FUNCTIONS.join(', ')} with a number, money or (min and max) a time: \`sum:qty\`.`,
          examples: ['count'],
        }),
      ),
      filter: Type.Optional(Type.String({ description: 'As for lists.' })),
      sort: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'One of the keys, `-` for descending: groups in the order of a list with this sort, with records without a value first when ascending and last when descending.',
          examples: ['-created_at:week'],
        }),
      ),
    }),
    responses: {
      200: {
        description: 'The groups.',
        schema: Type.Object(
          {
            groups: Type.Array(groupSchema, { maxItems: MAX_GROUPS }),
            group_count: Type.Integer({ minimum: 0, description: 'Number of groups.' }),
          },
          { $id: 'RecordGroups' },
        ),
      },
    },
    errors: ['invalid_query', 'invalid_filter', 'validation_failed', 'query_too_costly'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { database, registry } = services;
      const shape = shapeIn(workspace.schema, kind);
      const source = { database, registry, workspaceId: workspace.id, kind, shape, now: services.now() };
      return { status: 200, body: await aggregateRecords(source, request.query as AggregateQuery) };
    },
  });
}
