import { defineRoute } from '@cubit/database';
import { listSchema, notFound } from '@cubit/core';
import { type KernelServices, recordPageText } from '@cubit/records';
import { type RouteDefinition, workspaceOf } from '@cubit/core/host';
import { Type } from 'typebox';
import { openView } from './open-view.js';
import { problemsSchema, recordsQuery, TAG, viewParams, VIEWS_PATH } from './view-schemas.js';

const page = listSchema(Type.Unsafe<object>({ type: 'object', description: 'A record, as in the list of its kind.' }));

export function viewRecordsRoute(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'listViewRecords',
    method: 'GET',
    path: `${VIEWS_PATH}/{id}/records`,
    summary: 'List the records of a view',
    description:
      'A page of the records that the view selects, in its order. Parts of the view that no longer match the kind are ignored and listed in `problems`: ' +
      'without its filter it shows all records.',
    tag: TAG,
    access: 'viewer',
    params: viewParams,
    query: recordsQuery,
    responses: {
      200: {
        description: 'A page of records.',
        schema: Type.Object({ ...page.properties, problems: problemsSchema }),
      },
    },
    errors: ['not_found', 'invalid_query', 'invalid_cursor', 'query_too_costly'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { id } = request.params;
      const { row, filter, sort, fields, problems } = await openView(services.database.db, request, {
        id,
        now: services.now(),
      });
      const kind = services.registry.kinds.get(row.kind);
      if (!kind) throw notFound('View');
      const query = {
        ...request.query,
        ...(filter === null ? {} : { filter }),
        ...(sort === null ? {} : { sort }),
        ...(fields === null ? {} : { fields: fields.join(',') }),
      };
      const text = await recordPageText({ services, workspace, kind }, query);
      return { status: 200, json: `{${text},"problems":${JSON.stringify(problems)}}` };
    },
  });
}
