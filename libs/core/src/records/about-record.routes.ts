import { Type } from 'typebox';
import { roleIncludes } from '../access/role.js';
import { appliesToKind } from '../actions/applies-to.js';
import { defineRoute, type RouteDefinition, type RouteRequest } from '../contract/route.js';
import { notFound } from '../errors/cubit-error.js';
import { pageQuery, type PageQuery } from '../http/paging.js';
import { listSchema, workspaceOf } from '../http/route-parts.js';
import type { WorkspaceAccess } from '../workspace/workspace-access.js';
import { historyFilterQuery, historySchema, readHistory, type HistoryFilter } from './history.js';
import { readRecord } from './read-record.js';
import { basePath, recordParams, routeBase, type RecordRouteContext } from './record-route-context.js';
import { recordOf, type RecordRow } from './record-row.js';
import type { AnyRecord } from '../contract/kind.js';
import { readUsedBy, usedBySchema } from './used-by.js';

const availableActionSchema = Type.Object(
  {
    id: Type.String({ examples: ['inventory:use'] }),
    title: Type.String(),
    available: Type.Boolean(),
    reason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why it cannot run now; null where it can.',
    }),
  },
  { title: 'RecordAction' },
);

export function historyRoute(context: RecordRouteContext): RouteDefinition {
  const { singular, plural: _, ...base } = routeBase(context, 'history', 'viewer');
  return defineRoute({
    ...base,
    operationId: `${base.operationId.replace(/^history/, 'list')}History`,
    method: 'GET',
    path: `${basePath(context.kind)}/{id}/history`,
    summary: `List the changes of a ${singular}, newest first`,
    params: recordParams(context.kind),
    query: Type.Object({ ...pageQuery, ...historyFilterQuery }),
    responses: { 200: { description: 'A page of changes.', schema: listSchema(historySchema) } },
    errors: ['not_found', 'invalid_query', 'invalid_cursor'],
    async handler(request) {
      const row = await existing(context, request);
      const key = { workspaceId: workspaceOf(request).id, id: row.id };
      const query = request.query as PageQuery & HistoryFilter;
      return { status: 200, body: await readHistory(context.services.database.db, key, query) };
    },
  });
}

export function usedByRoute(context: RecordRouteContext): RouteDefinition {
  const { singular, plural: _, ...base } = routeBase(context, 'usedBy', 'viewer');
  return defineRoute({
    ...base,
    operationId: `${base.operationId.replace(/^usedBy/, 'list')}Referrers`,
    method: 'GET',
    path: `${basePath(context.kind)}/{id}/used-by`,
    summary: `List the records that refer to a ${singular}`,
    params: recordParams(context.kind),
    query: Type.Object(pageQuery),
    responses: { 200: { description: 'A page of referrers.', schema: listSchema(usedBySchema) } },
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
    path: `${basePath(context.kind)}/{id}/actions`,
    summary: `List the actions of a ${singular}`,
    description: 'The actions that apply to it, whether they can run now, and why not: what buttons are drawn from.',
    params: recordParams(context.kind),
    responses: { 200: { description: 'The actions.', schema: listSchema(availableActionSchema) } },
    errors: ['not_found'],
    async handler(request) {
      const row = await existing(context, request);
      if (row.deleted_at !== null) throw notFound(context.kind.definition.title[0]);
      const data = availableActions(workspaceOf(request), recordOf(context.kind.id, row));
      return { status: 200, body: { data, next_cursor: null } };
    },
  });
}

function availableActions(workspace: WorkspaceAccess, record: AnyRecord): readonly object[] {
  return [...workspace.schema.actions.values()]
    .filter(({ definition }) => appliesToKind(definition, record.kind))
    .map(({ id, definition }) => {
      const role = definition.role ?? 'member';
      const verdict = roleIncludes(workspace.role, role)
        ? (definition.available?.(record) ?? true)
        : `needs the role ${role}`;
      return { id, title: definition.title, available: verdict === true, reason: verdict === true ? null : verdict };
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
