import { sql, type RawBuilder } from 'kysely';
import {
  callerOf,
  type PageQuery,
  PRIORITIES,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from '@cubit/core/host';
import { countFrom, defineRoute } from '@cubit/database';
import { idParam, listSchema, notFound, pageQuery } from '@cubit/core';
import { listPage } from '@cubit/access';
import type { CapabilityHost } from '@cubit/runtime';
import { Type } from 'typebox';
import { notificationsIn, type NotificationDatabase } from '../tables/schema.js';
import { bellEntry, readBell } from './bell-rows.js';

export const TAG = 'Notifications';
const PATH = '/api/v1/orgs/{workspace}/notifications';

const instant = Type.String({ format: 'date-time' });
const nullable = { type: ['string', 'null'] } as const;

const entrySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    event_type: Type.String({ description: 'Name of the event.', examples: ['inventory.stock.low'] }),
    message: Type.String(),
    link_url: Type.Unsafe<string | null>({
      ...nullable,
      description: 'URL of the record or page; null if there is none.',
    }),
    priority: Type.Unsafe<string>({ type: 'string', enum: [...PRIORITIES] }),
    read_at: Type.Unsafe<string | null>({ ...nullable, format: 'date-time' }),
    occurred_at: instant,
  },
  { title: 'Notification' },
);

/** Routes for the caller's own notifications. They wait until earlier events are sequenced, so that no notification is missing. */
export function bellRoutes(host: CapabilityHost): readonly RouteDefinition[] {
  return [listRoute(host), unreadCountRoute(host), readRoute(), readAllRoute(host)];
}

function listRoute({ services, sequenceEvents }: CapabilityHost): RouteDefinition {
  const { database, settings } = services;
  const db = notificationsIn(database.db);
  return defineRoute({
    operationId: 'listNotifications',
    method: 'GET',
    path: PATH,
    summary: 'List your notifications, newest first',
    description: 'Current and earlier notifications. New ones also arrive on the event stream as `notification`.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object({
      ...pageQuery,
      unread: Type.Optional(
        Type.Boolean({ description: '`true`: only unread notifications; `false`: only read notifications.' }),
      ),
    }),
    responses: { 200: { description: 'A page of notifications.', schema: listSchema(entrySchema) } },
    errors: ['invalid_query', 'invalid_cursor'],
    async handler(request) {
      const query = request.query as PageQuery & { readonly unread?: boolean };
      await sequenceEvents();
      const read = { undefined: sql`true`, true: sql`n.read_at is null`, false: sql`n.read_at is not null` };
      const scope = sql`${ownNotifications(request)} and ${read[`${query.unread}`]}`;
      const page = await listPage(query, {
        list: `notifications/${query.unread}`,
        rows: (after, limit) =>
          readBell(db, after === null ? scope : sql`${scope} and n.position < ${positionOf(request, after)}`, limit),
        total: () => countNotifications(db, scope),
        idOf: ({ id }) => id,
      });
      const at = { publicUrl: settings.publicUrl, slug: workspaceOf(request).slug };
      return { status: 200, body: { ...page, data: page.data.map((row) => bellEntry(row, at)) } };
    },
  });
}

function unreadCountRoute({ services, sequenceEvents }: CapabilityHost): RouteDefinition {
  return defineRoute({
    operationId: 'countUnreadNotifications',
    method: 'GET',
    path: `${PATH}/unread-count`,
    summary: 'Count your unread notifications',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: {
      200: { description: 'The number of unread notifications.', schema: Type.Object({ count: Type.Integer() }) },
    },
    async handler(request) {
      await sequenceEvents();
      const unread = sql`${ownNotifications(request)} and n.read_at is null`;
      return { status: 200, body: { count: await countNotifications(notificationsIn(services.database.db), unread) } };
    },
  });
}

function readRoute(): RouteDefinition {
  return defineRoute({
    operationId: 'readNotification',
    method: 'POST',
    path: `${PATH}/{id}/read`,
    summary: 'Mark a notification as read',
    description: 'Idempotent: `read_at` is the time of the first call.',
    tag: TAG,
    access: 'viewer',
    params: Type.Object({ workspace: workspaceParam, id: idParam('Id of the notification.') }),
    responses: { 204: { description: 'The notification is read.' } },
    errors: ['not_found'],
    async handler(request) {
      await request.transaction(async (tx) => {
        const { numAffectedRows } = await sql`update notification n set read_at = coalesce(n.read_at, ${tx.now})
          where ${ownNotifications(request)} and n.id = ${request.params.id}`.execute(tx.db);
        if (numAffectedRows === 0n) throw notFound('Notification');
      });
      return { status: 204 };
    },
  });
}

function readAllRoute({ sequenceEvents }: CapabilityHost): RouteDefinition {
  return defineRoute({
    operationId: 'readAllNotifications',
    method: 'POST',
    path: `${PATH}/read-all`,
    summary: 'Mark all your notifications as read',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: { 204: { description: 'All your notifications are read.' } },
    async handler(request) {
      await sequenceEvents();
      await request.transaction(
        async (tx) =>
          void (await sql`update notification n set read_at = ${tx.now} where ${ownNotifications(request)} and n.read_at is null`.execute(
            tx.db,
          )),
      );
      return { status: 204 };
    },
  });
}

function countNotifications(db: NotificationDatabase, scope: RawBuilder<unknown>): Promise<number> {
  return countFrom(db, sql`from notification n where ${scope}`);
}

type CallerRequest = Pick<RouteRequest, 'workspace' | 'caller'>;

function ownNotifications(request: CallerRequest): RawBuilder<unknown> {
  return sql`n.workspace_id = ${workspaceOf(request).id} and n.user_id = ${callerOf(request).user.id}`;
}

function positionOf(request: CallerRequest, id: string): RawBuilder<unknown> {
  return sql`(select n.position from notification n where ${ownNotifications(request)} and n.id = ${id})`;
}
