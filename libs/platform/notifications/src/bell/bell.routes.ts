import { sql, type RawBuilder } from 'kysely';
import {
  callerOf,
  defineRoute,
  idParam,
  listPage,
  listSchema,
  notFound,
  pageQuery,
  PRIORITIES,
  workspaceOf,
  workspaceParam,
  workspaceParams,
  type CapabilityHost,
  type PageQuery,
  type RouteDefinition,
  type RouteRequest,
} from '@cubit/core';
import { Type } from 'typebox';
import { notificationsIn } from '../tables/schema.js';
import { bellEntry, readBell } from './bell-rows.js';

export const TAG = 'Notifications';
const PATH = '/api/v1/orgs/{workspace}/notifications';

const instant = Type.String({ format: 'date-time' });
const nullable = { type: ['string', 'null'] } as const;

const entrySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    event_type: Type.String({ description: 'Name of the event that it tells of.', examples: ['inventory.stock.low'] }),
    message: Type.String(),
    link_url: Type.Unsafe<string | null>({
      ...nullable,
      description: 'Leads into the instance; null: nothing to point to.',
    }),
    priority: Type.Unsafe<string>({ type: 'string', enum: [...PRIORITIES] }),
    read_at: Type.Unsafe<string | null>({ ...nullable, format: 'date-time' }),
    occurred_at: instant,
  },
  { title: 'Notification' },
);

/** The caller's own bell. It is read once everything that happened before has reached it. */
export function bellRoutes({ services, settleEvents }: CapabilityHost): readonly RouteDefinition[] {
  const { database, settings } = services;
  const db = notificationsIn(database.db);

  const list = defineRoute({
    operationId: 'listNotifications',
    method: 'GET',
    path: PATH,
    summary: 'List your notifications, newest first',
    description: 'The bell and its history. New ones come live over the event stream, as `notification`.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object({
      ...pageQuery,
      unread: Type.Optional(Type.Boolean({ description: 'Only those that are unread (`true`), or read (`false`).' })),
    }),
    responses: { 200: { description: 'A page of notifications.', schema: listSchema(entrySchema) } },
    errors: ['invalid_query', 'invalid_cursor'],
    async handler(request) {
      const query = request.query as PageQuery & { readonly unread?: boolean };
      await settleEvents();
      const read = { undefined: sql`true`, true: sql`n.read_at is null`, false: sql`n.read_at is not null` };
      const scope = sql`${mine(request)} and ${read[`${query.unread}`]}`;
      const page = await listPage(query, {
        list: `notifications/${query.unread}`,
        rows: (after, limit) =>
          readBell(db, after === null ? scope : sql`${scope} and n.position < ${positionOf(request, after)}`, limit),
        total: () => count(scope),
        idOf: ({ id }) => id,
      });
      const at = { publicUrl: settings.publicUrl, slug: workspaceOf(request).slug };
      return { status: 200, body: { ...page, data: page.data.map((row) => bellEntry(row, at)) } };
    },
  });

  const unreadCount = defineRoute({
    operationId: 'countUnreadNotifications',
    method: 'GET',
    path: `${PATH}/unread-count`,
    summary: 'Count your unread notifications',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: { 200: { description: 'How many.', schema: Type.Object({ count: Type.Integer() }) } },
    async handler(request) {
      await settleEvents();
      return { status: 200, body: { count: await count(sql`${mine(request)} and n.read_at is null`) } };
    },
  });

  const read = defineRoute({
    operationId: 'readNotification',
    method: 'POST',
    path: `${PATH}/{id}/read`,
    summary: 'Mark a notification as read',
    description: 'Repeatable: the first time counts.',
    tag: TAG,
    access: 'viewer',
    params: Type.Object({ workspace: workspaceParam, id: idParam('Id of the notification.') }),
    responses: { 204: { description: 'It is read.' } },
    errors: ['not_found'],
    async handler(request) {
      await request.transaction(async (tx) => {
        const { numAffectedRows } = await sql`update notification n set read_at = coalesce(n.read_at, ${tx.now})
          where ${mine(request)} and n.id = ${request.params.id}`.execute(tx.db);
        if (numAffectedRows === 0n) throw notFound('Notification');
      });
      return { status: 204 };
    },
  });

  const readAll = defineRoute({
    operationId: 'readAllNotifications',
    method: 'POST',
    path: `${PATH}/read-all`,
    summary: 'Mark all your notifications as read',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: { 204: { description: 'All that there were are read.' } },
    async handler(request) {
      await settleEvents();
      await request.transaction(
        async (tx) =>
          void (await sql`update notification n set read_at = ${tx.now} where ${mine(request)} and n.read_at is null`.execute(
            tx.db,
          )),
      );
      return { status: 204 };
    },
  });

  async function count(scope: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ total: number }>`select count(*) as total from notification n where ${scope}`.execute(
      db,
    );
    return rows[0]?.total ?? 0;
  }

  return [list, unreadCount, read, readAll];
}

type Asked = Pick<RouteRequest, 'workspace' | 'caller'>;

function mine(request: Asked): RawBuilder<unknown> {
  return sql`n.workspace_id = ${workspaceOf(request).id} and n.user_id = ${callerOf(request).user.id}`;
}

function positionOf(request: Asked, id: string): RawBuilder<unknown> {
  return sql`(select n.position from notification n where ${mine(request)} and n.id = ${id})`;
}
