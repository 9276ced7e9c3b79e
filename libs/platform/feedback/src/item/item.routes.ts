import { sql } from 'kysely';
import {
  actorOf,
  callerOf,
  type PageQuery,
  type RouteDefinition,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { audit, listPage } from '@cubit/access';
import { defineRoute } from '@cubit/database';
import { listSchema, notFound } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import { Type } from 'typebox';
import { feedback } from '../feedback.module.js';
import { SUBMIT_OPERATION } from '../scopes.js';
import { feedbackIn, type FeedbackDatabase, type ItemKind } from '../tables/schema.js';
import { itemParams, itemSchema, listQuery, newItem, showItem } from './item-schemas.js';
import { submitItem } from './submit-item.js';

const PATH = '/api/v1/orgs/{workspace}/modules/feedback/items';

const common = { tag: feedback.title, module: feedback.name } as const;

export function itemRoutes(host: CapabilityHost): readonly RouteDefinition[] {
  const db = feedbackIn(host.services.database.db);
  return [submitRoute(host), listRoute(db), getRoute(db), removeRoute()];
}

function submitRoute(host: CapabilityHost): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: SUBMIT_OPERATION,
    method: 'POST',
    path: PATH,
    summary: 'Submit feedback',
    description:
      'For every member, and for tokens with the scope `feedback:intake` on behalf of their owner. Admins of the workspace are notified.',
    access: 'viewer',
    params: workspaceParams,
    body: {
      schema: newItem,
      example: { text: 'The label is printed upside down.', kind: 'bug', page: '/parts', contact: 'ada@example.org' },
    },
    responses: {
      201: {
        description: 'The new item.',
        schema: itemSchema,
        headers: { Location: { description: 'Path of the item, for admins.', schema: Type.String() } },
      },
    },
    errors: ['validation_failed', 'rate_limited'],
    async handler(request) {
      const row = await request.transaction((tx) => submitItem(host, { tx, request, body: request.body }));
      const location = `${PATH.replace('{workspace}', workspaceOf(request).slug)}/${row.id}`;
      return { status: 201, body: showItem(row), headers: { location } };
    },
  });
}

function listRoute(db: FeedbackDatabase): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'listFeedback',
    method: 'GET',
    path: PATH,
    summary: 'List feedback, newest first',
    access: 'admin',
    params: workspaceParams,
    query: listQuery,
    responses: { 200: { description: 'A page of feedback items.', schema: listSchema(itemSchema) } },
    errors: ['invalid_query', 'invalid_cursor'],
    async handler(request) {
      const { kind, ...query } = request.query as PageQuery & { readonly kind?: ItemKind };
      const items = itemsOf(db, workspaceOf(request).id, kind);
      const page = await listPage(query, {
        list: `feedback/${kind ?? ''}`,
        rows: (after, limit) =>
          (after === null ? items : items.where('id', '<', after))
            .selectAll()
            .orderBy('id', 'desc')
            .limit(limit)
            .execute(),
        total: async () => (await items.select(sql<number>`count(*)`.as('total')).executeTakeFirst())?.total ?? 0,
        idOf: ({ id }) => id,
      });
      return { status: 200, body: { ...page, data: page.data.map(showItem) } };
    },
  });
}

function getRoute(db: FeedbackDatabase): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'getFeedback',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Read a feedback item',
    access: 'admin',
    params: itemParams,
    responses: { 200: { description: 'The item.', schema: itemSchema } },
    errors: ['not_found'],
    async handler(request) {
      const row = await itemsOf(db, workspaceOf(request).id)
        .where('id', '=', request.params.id)
        .selectAll()
        .executeTakeFirst();
      if (!row) throw notFound('Feedback item');
      return { status: 200, body: showItem(row) };
    },
  });
}

function removeRoute(): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'deleteFeedback',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Delete a feedback item',
    description: 'Permanently, including the contact.',
    access: 'admin',
    params: itemParams,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found'],
    async handler(request) {
      const { id: workspaceId } = workspaceOf(request);
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const { numDeletedRows } = await feedbackIn(tx.db)
          .deleteFrom('feedback_item')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw notFound('Feedback item');
        const by = { workspaceId, actor: actorOf(callerOf(request)), address: request.address };
        await audit(tx, { ...by, action: 'feedback.deleted', target: { id } });
      });
      return { status: 204 };
    },
  });
}

function itemsOf(db: FeedbackDatabase, workspaceId: string, kind?: ItemKind) {
  const items = db.selectFrom('feedback_item').where('workspace_id', '=', workspaceId);
  return kind === undefined ? items : items.where('kind', '=', kind);
}
