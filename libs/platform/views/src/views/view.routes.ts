import { defineRoute } from '@cubit/database';
import { listSchema } from '@cubit/core';
import { type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { Type } from 'typebox';
import { viewsIn } from '../tables/schema.js';
import { openView } from './open-view.js';
import { createView, patchView, removeView } from './save-view.js';
import { readViews, viewBody } from './view-rows.js';
import { listQuery, newView, TAG, viewParams, viewPatch, VIEWS_PATH, viewSchema } from './view-schemas.js';

export function viewRoutes(services: KernelServices): readonly RouteDefinition[] {
  return [listRoute(services), createRoute(services), getRoute(services), updateRoute(services), removeRoute()];
}

function listRoute(services: KernelServices): RouteDefinition {
  const { database } = services;
  return defineRoute({
    operationId: 'listViews',
    method: 'GET',
    path: VIEWS_PATH,
    summary: 'List views',
    description: 'Shared views and the caller’s own, of kinds of enabled modules, by position.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: listQuery,
    responses: { 200: { description: 'A page of views.', schema: listSchema(viewSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { kinds } = workspaceOf(request).schema;
      const page = await readViews(viewsIn(database.db), request, request.query);
      const data = page.data.flatMap((row) => {
        const shape = kinds.get(row.kind);
        return shape ? [viewBody(row, shape, services.now())] : [];
      });
      return { status: 200, body: { ...page, data } };
    },
  });
}

function createRoute(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'createView',
    method: 'POST',
    path: VIEWS_PATH,
    summary: 'Save a view',
    description: 'A view is a named filter, sort, set of fields and layout of one kind.',
    tag: TAG,
    access: 'member',
    params: workspaceParams,
    body: {
      schema: newView,
      example: {
        name: 'To be ordered',
        kind: 'inventory:part',
        filter: 'available < min_stock',
        sort: 'name',
        shared: true,
      },
    },
    responses: {
      201: {
        description: 'The new view.',
        schema: viewSchema,
        headers: { Location: { description: 'Path of the view.', schema: Type.String() } },
      },
    },
    errors: ['validation_failed', 'forbidden'],
    async handler(request) {
      const { body } = request;
      const { row, shape } = await request.transaction((tx) => createView(services, { tx, request, body }));
      const location = `/api/v1/orgs/${workspaceOf(request).slug}/views/${row.id}`;
      return { status: 201, body: viewBody(row, shape, services.now()), headers: { location } };
    },
  });
}

function getRoute(services: KernelServices): RouteDefinition {
  const { database } = services;
  return defineRoute({
    operationId: 'getView',
    method: 'GET',
    path: `${VIEWS_PATH}/{id}`,
    summary: 'Read a view',
    tag: TAG,
    access: 'viewer',
    params: viewParams,
    responses: { 200: { description: 'The view.', schema: viewSchema } },
    errors: ['not_found'],
    async handler(request) {
      const now = services.now();
      const { row, shape } = await openView(database.db, request, { id: request.params.id, now });
      return { status: 200, body: viewBody(row, shape, now) };
    },
  });
}

function updateRoute(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'updateView',
    method: 'PATCH',
    path: `${VIEWS_PATH}/{id}`,
    summary: 'Change a view',
    description:
      'A JSON merge patch. Only admins change shared views, and only owners personal ones. A locked view needs `{"locked": false}` first, or in ' +
      'the same request.',
    tag: TAG,
    access: 'member',
    params: viewParams,
    body: {
      schema: viewPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { sort: '-created_at' },
    },
    responses: { 200: { description: 'The present view.', schema: viewSchema } },
    errors: ['not_found', 'validation_failed', 'forbidden', 'conflict'],
    async handler(request) {
      const { id } = request.params;
      const patch = request.body;
      const { row, shape } = await request.transaction((tx) => patchView(services, { tx, request, id, patch }));
      return { status: 200, body: viewBody(row, shape, services.now()) };
    },
  });
}

function removeRoute(): RouteDefinition {
  return defineRoute({
    operationId: 'deleteView',
    method: 'DELETE',
    path: `${VIEWS_PATH}/{id}`,
    summary: 'Delete a view',
    tag: TAG,
    access: 'member',
    params: viewParams,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found', 'forbidden', 'conflict'],
    async handler(request) {
      await request.transaction((tx) => removeView(tx, request, request.params.id));
      return { status: 204 };
    },
  });
}
