import { Type } from 'typebox';
import { type DatabaseRequest, defineRoute } from '@cubit/database';
import {
  actorOf,
  callerOf,
  invalidQuery,
  kindPath,
  MAX_LIMIT,
  type RouteDefinition,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { bulkAnswer, bulkSchema } from '../bulk/bulk-answer.js';
import type { BulkOperation } from '../bulk/bulk-request.js';
import { jobResponse, queueBulk } from '../bulk/queue-bulk.js';
import { runMany } from '../bulk/run-many.js';
import { MAX_IDS_LENGTH, parseIds } from '../read/parse-ids.js';
import { dependent, moduleErrors, type RecordRouteContext, routeBase } from './record-route-context.js';
import { recordSchemas } from './record-schemas.js';

const selection = Type.Object({
  ids: Type.Optional(
    Type.String({ maxLength: MAX_IDS_LENGTH, description: `At most ${MAX_LIMIT} ids, separated by commas.` }),
  ),
  filter: Type.Optional(
    Type.String({ minLength: 1, description: 'All records that it selects, as a job; `true` selects all.' }),
  ),
  atomic: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'The first refusal refuses everything. Otherwise it skips the record.',
    }),
  ),
});
const DESCRIPTION =
  'With `ids`, the answer says for each record whether it is done, or skipped and why. With `filter`, a job does it, whose result has the same. ' +
  'Exactly one of the two is required.';

export function updateManyRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { plural, base } = baseOf(context, 'updateMany');
  return defineRoute({
    ...base,
    method: 'PATCH',
    path: kindPath(kind),
    summary: `Change many ${plural}`,
    description: `The same JSON merge patch for each of them. ${DESCRIPTION}`,
    body: {
      schema: dependent(kind, (shape) => recordSchemas(shape).patch),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
    },
    handler: (request) => bulk(context, request, { type: 'update', ...(request.body as object) }),
  });
}

export function deleteManyRoute(context: RecordRouteContext): RouteDefinition {
  const { plural, base } = baseOf(context, 'deleteMany');
  return defineRoute({
    ...base,
    method: 'DELETE',
    path: kindPath(context.kind),
    summary: `Move many ${plural} to the trash`,
    description: DESCRIPTION,
    handler: (request) => bulk(context, request, { type: 'delete' }),
  });
}

function baseOf(context: RecordRouteContext, verb: string) {
  const { singular: _, plural, ...base } = routeBase(context, verb, 'member');
  return {
    plural,
    base: {
      ...base,
      params: workspaceParams,
      query: selection,
      responses: {
        200: { description: 'What became of each record.', schema: bulkSchema },
        ...jobResponse(context.services),
      },
      errors: [
        'invalid_query',
        'invalid_filter',
        'validation_failed',
        'not_found',
        'conflict',
        'already_exists',
        'in_use',
        'insufficient_stock',
        'invalid_transition',
        ...moduleErrors(context.services, context.kind.module),
      ],
    },
  };
}

async function bulk(context: RecordRouteContext, request: DatabaseRequest, operation: BulkOperation) {
  const { services, kind, onEvents } = context;
  const {
    ids,
    filter,
    atomic = false,
  } = request.query as {
    readonly ids?: string;
    readonly filter?: string;
    readonly atomic?: boolean;
  };
  if ((ids === undefined) === (filter === undefined))
    throw invalidQuery('ids', 'exactly one of ids and filter is required.');
  if (filter !== undefined) return queueBulk(services, request, { operation, kind, filter, atomic, path: null });
  const records = parseIds(ids ?? '').map((id) => ({ kind: kind.id, id }));
  const { outcomes } = await request.transaction((tx) => {
    const parts = { services, tx, workspace: workspaceOf(request), actor: actorOf(callerOf(request)), onEvents };
    return runMany(parts, { operation, records, atomic });
  });
  return { status: 200, body: bulkAnswer(outcomes) };
}
