import { sql } from 'kysely';
import {
  actorOf,
  audit,
  callerOf,
  defineRoute,
  listPage,
  listSchema,
  mergePatch,
  pageQuery,
  strictSchema,
  workspaceOf,
  workspaceParams,
  type CapabilityHost,
  type PageQuery,
  type RouteDefinition,
  type RouteRequest,
  type Transaction,
} from '@cubit/core';
import { Type } from 'typebox';
import { notificationsIn } from '../tables/schema.js';
import type { ChannelConfig, ChannelConfigs } from './channel-configs.js';
import { channelBody, configOf, readChannels, requireChannel, shownConfig, type ChannelRow } from './channel-rows.js';
import {
  channelParams,
  channelPatch,
  channelSchema,
  channelTypeSchema,
  CHANNELS_PATH,
  newChannel,
  TAG,
  type ChannelPatch,
} from './channel-schemas.js';
import { requireRoom, requireSoundConfig, requireType } from './check-config.js';
import { keepMasked } from './keep-masked.js';

export interface ChannelParts {
  readonly host: CapabilityHost;
  readonly configs: ChannelConfigs;
  readonly allowInternal: boolean;
}

type Asked = Pick<RouteRequest, 'workspace' | 'caller' | 'address'>;

export function channelRoutes({ host, configs, allowInternal }: ChannelParts): readonly RouteDefinition[] {
  const { services } = host;
  const { database, registry } = services;
  const show = (row: ChannelRow) => channelBody(row, configs, registry);

  const types = defineRoute({
    operationId: 'listNotificationChannelTypes',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/notification-channel-types',
    summary: 'List the types of notification channels',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: {
      200: { description: 'Every type.', schema: Type.Object({ data: Type.Array(channelTypeSchema) }) },
    },
    handler(request) {
      const { schema } = workspaceOf(request);
      const known = [...registry.channels.values()].filter(({ module }) => schema.modules.has(module));
      const data = known.map(({ type, module, definition: { title, description, config } }) => {
        return { type, module, title, description, config_schema: strictSchema(config) };
      });
      return Promise.resolve({ status: 200, body: { data } });
    },
  });

  const list = defineRoute({
    operationId: 'listNotificationChannels',
    method: 'GET',
    path: CHANNELS_PATH,
    summary: 'List notification channels',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    query: Type.Object(pageQuery),
    responses: { 200: { description: 'A page of channels.', schema: listSchema(channelSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { id: workspaceId } = workspaceOf(request);
      const db = notificationsIn(database.db);
      const page = await listPage(request.query as PageQuery, {
        list: 'notification-channels',
        rows: (after, limit) =>
          readChannels(db, { workspaceId, limit, ...(after === null ? {} : { condition: sql`id > ${after}` }) }),
        total: () => countChannels(database.db, workspaceId),
        idOf: ({ id }) => id,
      });
      return { status: 200, body: { ...page, data: page.data.map(show) } };
    },
  });

  const create = defineRoute({
    operationId: 'createNotificationChannel',
    method: 'POST',
    path: CHANNELS_PATH,
    summary: 'Create a notification channel',
    description: 'A URL that is plainly internal is refused; what a name resolves to is checked with every delivery.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: {
      schema: newChannel,
      example: {
        type: 'webhook',
        name: 'Pager',
        config: { url: 'https://hooks.example.org/cubit' },
        min_priority: 'high',
      },
    },
    responses: { 201: { description: 'Created.', schema: channelSchema } },
    errors: ['validation_failed', 'quota_exceeded'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { type, config, name, enabled = true, events = null, min_priority = 'low' } = request.body;
      const registered = requireType(type, registry, workspace.schema);
      requireSoundConfig(registered, config, { allowInternal });
      const id = services.newId();
      const body = await request.transaction(async (tx) => {
        requireRoom(await countChannels(tx.db, workspace.id));
        await notificationsIn(tx.db)
          .insertInto('notification_channel')
          .values({
            workspace_id: workspace.id,
            id,
            type,
            name: name ?? registered.definition.title,
            enabled,
            config: configs.seal(config, { workspaceId: workspace.id, id }),
            events: patterns(events),
            min_priority,
            failing_since: null,
            created_by: callerOf(request).user.id,
            created_at: tx.now,
            updated_at: tx.now,
            deleted_at: null,
          })
          .execute();
        await note(tx, request, 'channel.created', { channel_id: id, type });
        return show(await requireChannel(notificationsIn(tx.db), { workspaceId: workspace.id, id }));
      });
      return {
        status: 201,
        headers: { location: `${CHANNELS_PATH.replace('{workspace}', workspace.slug)}/${id}` },
        body,
      };
    },
  });

  const get = defineRoute({
    operationId: 'getNotificationChannel',
    method: 'GET',
    path: `${CHANNELS_PATH}/{id}`,
    summary: 'Get a notification channel',
    tag: TAG,
    access: 'admin',
    params: channelParams,
    responses: { 200: { description: 'The channel.', schema: channelSchema } },
    errors: ['not_found'],
    async handler(request) {
      const at = { workspaceId: workspaceOf(request).id, id: request.params.id };
      return { status: 200, body: show(await requireChannel(notificationsIn(database.db), at)) };
    },
  });

  const update = defineRoute({
    operationId: 'updateNotificationChannel',
    method: 'PATCH',
    path: `${CHANNELS_PATH}/{id}`,
    summary: 'Change a notification channel',
    description: 'JSON merge patch. What waits to be delivered goes by the new configuration.',
    tag: TAG,
    access: 'admin',
    params: channelParams,
    body: {
      schema: channelPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { enabled: false },
    },
    responses: { 200: { description: 'The channel as it is now.', schema: channelSchema } },
    errors: ['not_found', 'validation_failed'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const at = { workspaceId: workspace.id, id: request.params.id };
      const { config: patch, events, ...rest } = request.body as ChannelPatch;
      const body = await request.transaction(async (tx) => {
        const db = notificationsIn(tx.db);
        const row = await requireChannel(db, { ...at, lock: true });
        const registered = requireType(row.type, registry, workspace.schema);
        const config = patch === undefined ? null : changedConfig(row, patch);
        if (config) requireSoundConfig(registered, config, { allowInternal });
        await db
          .updateTable('notification_channel')
          .set({
            ...rest,
            ...(config ? { config: configs.seal(config, at), failures_in_row: 0, failing_since: null } : {}),
            ...(events === undefined ? {} : { events: patterns(events) }),
            updated_at: tx.now,
          })
          .where('workspace_id', '=', at.workspaceId)
          .where('id', '=', at.id)
          .execute();
        await note(tx, request, 'channel.updated', { channel_id: at.id, changed: Object.keys(request.body as object) });
        return show(await requireChannel(db, at));
      });
      return { status: 200, body };
    },
  });

  const remove = defineRoute({
    operationId: 'deleteNotificationChannel',
    method: 'DELETE',
    path: `${CHANNELS_PATH}/{id}`,
    summary: 'Delete a notification channel',
    description: 'Its deliveries go with it; what waits is not sent.',
    tag: TAG,
    access: 'admin',
    params: channelParams,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found'],
    async handler(request) {
      const at = { workspaceId: workspaceOf(request).id, id: request.params.id };
      await request.transaction(async (tx) => {
        const db = notificationsIn(tx.db);
        const { type } = await requireChannel(db, { ...at, lock: true });
        await db
          .updateTable('notification_channel')
          .set({ deleted_at: tx.now, enabled: false })
          .where('workspace_id', '=', at.workspaceId)
          .where('id', '=', at.id)
          .execute();
        await note(tx, request, 'channel.deleted', { channel_id: at.id, type });
      });
      return { status: 204 };
    },
  });

  function changedConfig(row: ChannelRow, patch: ChannelConfig): ChannelConfig {
    const before = configOf(row, configs);
    const changed = mergePatch(before, patch) as ChannelConfig;
    return keepMasked(changed, before, shownConfig(row, configs, registry));
  }

  return [types, list, create, get, update, remove];
}

/** No pattern means no limit: a channel that carries nothing is a disabled one. */
function patterns(events: readonly string[] | null): string[] | null {
  return events === null || events.length === 0 ? null : [...new Set(events)];
}

async function countChannels(
  db: Transaction['db'] | CapabilityHost['services']['database']['db'],
  workspaceId: string,
) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from notification_channel
    where workspace_id = ${workspaceId} and deleted_at is null`.execute(db);
  return rows[0]?.total ?? 0;
}

function note(
  tx: Transaction,
  request: Asked,
  action: string,
  target: Readonly<Record<string, unknown>>,
): Promise<void> {
  const workspaceId = workspaceOf(request).id;
  return audit(tx, { workspaceId, actor: actorOf(callerOf(request)), action, target, address: request.address });
}
