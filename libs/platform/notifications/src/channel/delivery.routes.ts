import { sql } from 'kysely';
import { actorOf, callerOf, type PageQuery, type RouteDefinition, workspaceOf } from '@cubit/core/host';
import { countFrom, defineRoute } from '@cubit/database';
import { listPage } from '@cubit/access';
import { listSchema, pageQuery } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import { Type } from 'typebox';
import { sendNotice } from '../notify/send-notice.js';
import { notificationsIn, type StoredState } from '../tables/schema.js';
import { requireChannel } from './channel-rows.js';
import { channelParams, CHANNELS_PATH, deliverySchema, TAG } from './channel-schemas.js';

interface DeliveryRow {
  readonly notification_id: string;
  readonly state: StoredState;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number | null;
  readonly at: Date | null;
}

/** Routes that test a channel and list its deliveries. */
export function deliveryRoutes(host: CapabilityHost): readonly RouteDefinition[] {
  return [testRoute(host), listRoute(host)];
}

function testRoute(host: CapabilityHost): RouteDefinition {
  return defineRoute({
    operationId: 'testNotificationChannel',
    method: 'POST',
    path: `${CHANNELS_PATH}/{id}/test`,
    summary: 'Send a test notification over a channel',
    description:
      'Creates a notification for you that only this channel delivers, even if the channel is disabled, and regardless of your preferences. ' +
      'The list of deliveries shows the result.',
    tag: TAG,
    access: 'admin',
    params: channelParams,
    responses: {
      202: {
        description: 'The test was accepted for delivery.',
        schema: Type.Object({ notification_id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
      },
    },
    errors: ['not_found'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const caller = callerOf(request);
      const { id } = request.params;
      const notificationId = await request.transaction(async (tx) => {
        const { name } = await requireChannel(notificationsIn(tx.db), { workspaceId: workspace.id, id });
        return sendNotice(host.enter({ tx, workspace, actor: actorOf(caller) }), {
          message: `This is a test of the channel "${name}".`,
          link: '/settings/channels',
          recipients: { users: [caller.user.id] },
          channelId: id,
        });
      });
      return { status: 202, body: { notification_id: notificationId } };
    },
  });
}

function listRoute(host: CapabilityHost): RouteDefinition {
  const { database } = host.services;
  return defineRoute({
    operationId: 'listNotificationDeliveries',
    method: 'GET',
    path: `${CHANNELS_PATH}/{id}/deliveries`,
    summary: 'List the deliveries of a channel, newest first',
    tag: TAG,
    access: 'admin',
    params: channelParams,
    query: Type.Object(pageQuery),
    responses: { 200: { description: 'A page of deliveries.', schema: listSchema(deliverySchema) } },
    errors: ['not_found', 'invalid_cursor'],
    async handler(request) {
      const workspaceId = workspaceOf(request).id;
      const { id } = request.params;
      const db = notificationsIn(database.db);
      await requireChannel(db, { workspaceId, id });
      await host.sequenceEvents();
      const scope = sql`d.workspace_id = ${workspaceId} and d.channel_id = ${id}`;
      const page = await listPage<DeliveryRow>(request.query as PageQuery, {
        list: `notification-deliveries/${id}`,
        async rows(after, limit) {
          const beyond = sql`(d.position, d.notification_id) < (
            select l.position, l.notification_id from notification_delivery l
            where l.workspace_id = ${workspaceId} and l.channel_id = ${id} and l.notification_id = ${after}
          )`;
          const { rows } = await sql<DeliveryRow>`
            select d.notification_id, d.state, d.status, d.error, d.duration_ms, d.at from notification_delivery d
            where ${scope} and ${after === null ? sql`true` : beyond}
            order by d.position desc, d.notification_id desc limit ${limit}`.execute(db);
          return rows;
        },
        total: () => countFrom(db, sql`from notification_delivery d where ${scope}`),
        idOf: (row) => row.notification_id,
      });
      return { status: 200, body: { ...page, data: page.data.map(deliveryBody) } };
    },
  });
}

/** A delivery as clients see it: one that is being sent is `pending`. */
function deliveryBody({ state, at, ...row }: DeliveryRow) {
  return { ...row, state: state === 'sending' ? 'pending' : state, at: at?.toISOString() ?? null };
}
