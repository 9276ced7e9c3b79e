import { Type } from 'typebox';
import { listSchema, notFound, pageQuery } from '@cubit/core';
import {
  appliesToKind,
  completePage,
  completeQuery,
  kindPath,
  type PageQuery,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
} from '@cubit/core/host';
import { actionRow, availableActionSchema, refusalsOf } from '../actions/availability.js';
import { defineRoute } from '@cubit/database';
import { type HistoryFilter, historyFilterQuery, historySchema, readHistory } from '../history/read-history.js';
import { readRecord } from '../read/read-record.js';
import { recordParams, type RecordRouteContext, routeBase, workspaceTransaction } from './record-route-context.js';
import { recordOf, type RecordRow } from '../read/record-row.js';
import { readUsedBy, usedBySchema } from '../read/used-by.js';

export function historyRoute(context: RecordRouteContext): RouteDefinition {
  const { singular, plural: _, ...base } = routeBase(context, 'history', 'viewer');
  return defineRoute({
    ...base,
    operationId: `${base.operationId.replace(/^history/, 'list')}History`,
    method: 'GET',
    path: `${kindPath(context.kind)}/{id}/history`,
    summary: `List the changes of a ${singular}, newest first`,
    params: recordParams(context.kind),
    query: Type.Object({ ...pageQuery, ...historyFilterQuery }),
    responses: {
      200: { description: 'A page of changes.', schema: listSchema(historySchema, { $id: 'HistoryPage' }) },
    },
    errors: ['not_found', 'invalid_query', 'invalid_cursor'],
    async handler(request) {
      const row = await existing(context, request);
      const source = { workspaceId: workspaceOf(request).id, kind: context.kind, row };
      const query = request.query as PageQuery & HistoryFilter;
      return { status: 200, body: await readHistory(context.services.database.db, source, query) };
    },
  });
}

export function usedByRoute(context: RecordRouteContext): RouteDefinition {
  const { singular, plural: _, ...base } = routeBase(context, 'usedBy', 'viewer');
  return defineRoute({
    ...base,
    operationId: `${base.operationId.replace(/^usedBy/, 'list')}Referrers`,
    method: 'GET',
    path: `${kindPath(context.kind)}/{id}/used-by`,
    summary: `List the records that refer to a ${singular}`,
    params: recordParams(context.kind),
    query: Type.Object(pageQuery),
    responses: {
      200: { description: 'A page of referrers.', schema: listSchema(usedBySchema, { $id: 'ReferrerPage' }) },
    },
    errors: ['not_found', 'invalid_query', 'invalid_cursor'],
    async handler(request) {
      const row = await existing(context, request);
      return {
        status: 200,
        body: await readUsedBy(context.services, workspaceOf(request), {
          id: row.id,
          query: request.query as PageQuery,
        }),
      };
    },
  });
}

export function availableActionsRoute(context: RecordRouteContext): RouteDefinition {
  const { singular, plural: _, ...base } = routeBase(context, 'actions', 'viewer');
  return defineRoute({
    ...base,
    operationId: `${base.operationId.replace(/^actions/, 'list')}Actions`,
    method: 'GET',
    path: `${kindPath(context.kind)}/{id}/actions`,
    summary: `List the actions of a ${singular}`,
    description:
      'The actions of the record, whether they can run now, and the reason if they cannot, for drawing buttons. A run of an unavailable action is answered with the same reason.',
    params: recordParams(context.kind),
    query: Type.Object(completeQuery),
    responses: {
      200: { description: 'The actions.', schema: listSchema(availableActionSchema, { $id: 'RecordActionPage' }) },
    },
    errors: ['not_found', 'invalid_cursor'],
    async handler(request) {
      const row = await existing(context, request);
      if (row.deleted_at !== null) throw notFound(context.kind.definition.title[0]);
      const record = recordOf(context.kind.id, row);
      const { schema, role } = workspaceOf(request);
      const actions = [...schema.actions.values()].filter(({ definition }) => appliesToKind(definition, record.kind));
      const refusals = await refusalsOf(schema, { actions, record }, (work) =>
        request.transaction((tx) => work(workspaceTransaction(context, request, tx))),
      );
      return {
        status: 200,
        body: completePage(request.query as PageQuery, {
          list: `actions/${record.id}`,
          items: actions,
          idOf: ({ id }) => id,
          rowOf: (action) => (schema.actions.has(action.id) ? actionRow(action, role, refusals.get(action.id)) : null),
        }),
      };
    },
  });
}

async function existing({ services, kind }: RecordRouteContext, request: RouteRequest): Promise<RecordRow> {
  const row = await readRecord(services.database, kind, {
    workspaceId: workspaceOf(request).id,
    id: request.params['id'] ?? '',
  });
  if (!row) throw notFound(kind.definition.title[0]);
  return row;
}
