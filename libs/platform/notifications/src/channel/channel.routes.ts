import { sql } from 'kysely';
import {
  actorOf,
  callerOf,
  completePage,
  completeQuery,
  mergePatch,
  type PageQuery,
  type RegisteredChannel,
  type Registry,
  type RouteDefinition,
  type RouteRequest,
  strictSchema,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { audit, listPage } from '@cubit/access';
import { listSchema, pageQuery } from '@cubit/core';
import { countFrom, defineRoute, type Transaction } from '@cubit/database';
import type { CapabilityHost } from '@cubit/runtime';
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
import { requireChannelQuota, requireValidConfig, requireType } from './check-config.js';
import { restoreMasked } from './restore-masked.js';

export interface ChannelRouteOptions {
  readonly host: CapabilityHost;
  readonly configs: ChannelConfigs;
  readonly allowInternal: boolean;
}

type AuditedRequest = Pick<RouteRequest, 'workspace' | 'caller' | 'address'>;

export function channelRoutes(options: ChannelRouteOptions): readonly RouteDefinition[] {
  return [
    typesRoute(options),
    listRoute(options),
    createRoute(options),
    getRoute(options),
    updateRoute(options),
    removeRoute(),
  ];
}

function typesRoute({ host }: ChannelRouteOptions): RouteDefinition {
  const { registry } = host.services;
  return defineRoute({
    operationId: 'listNotificationChannelTypes',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/notification-channel-types',
    summary: 'List the types of notification channels',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object(completeQuery),
    responses: { 200: { description: 'Every type.', schema: listSchema(channelTypeSchema) } },
    errors: ['invalid_cursor'],
    handler(request) {
      const { schema } = workspaceOf(request);
      const body = completePage(request.query, {
        list: 'notification-channel-types',
        items: registry.channels.values(),
        idOf: ({ type }) => type,
        rowOf: (channel) => (schema.modules.has(channel.module) ? typeRow(channel) : null),
      });
      return Promise.resolve({ status: 200, body });
    },
  });
}

function listRoute({ host, configs }: ChannelRouteOptions): RouteDefinition {
  const { database, registry } = host.services;
  return defineRoute({
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
      return { status: 200, body: { ...page, data: page.data.map((row) => channelBody(row, configs, registry)) } };
    },
  });
}

function createRoute({ host, configs, allowInternal }: ChannelRouteOptions): RouteDefinition {
  const { services } = host;
  const { registry } = services;
  return defineRoute({
    operationId: 'createNotificationChannel',
    method: 'POST',
    path: CHANNELS_PATH,
    summary: 'Create a notification channel',
    description:
      'A URL with an internal host is refused. The addresses that a host name resolves to are checked at each delivery.',
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
      requireValidConfig(registered, config, { allowInternal });
      const id = services.newId();
      const body = await request.transaction(async (tx) => {
        requireChannelQuota(await countChannels(tx.db, workspace.id));
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
        await auditChange(tx, request, { action: 'channel.created', target: { channel_id: id, type } });
        const row = await requireChannel(notificationsIn(tx.db), { workspaceId: workspace.id, id });
        return channelBody(row, configs, registry);
      });
      return {
        status: 201,
        headers: { location: `${CHANNELS_PATH.replace('{workspace}', workspace.slug)}/${id}` },
        body,
      };
    },
  });
}

function getRoute({ host, configs }: ChannelRouteOptions): RouteDefinition {
  const { database, registry } = host.services;
  return defineRoute({
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
      const row = await requireChannel(notificationsIn(database.db), at);
      return { status: 200, body: channelBody(row, configs, registry) };
    },
  });
}

function updateRoute({ host, configs, allowInternal }: ChannelRouteOptions): RouteDefinition {
  const { registry } = host.services;
  return defineRoute({
    operationId: 'updateNotificationChannel',
    method: 'PATCH',
    path: `${CHANNELS_PATH}/{id}`,
    summary: 'Change a notification channel',
    description: 'JSON merge patch. Pending deliveries use the new configuration.',
    tag: TAG,
    access: 'admin',
    params: channelParams,
    body: {
      schema: channelPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { enabled: false },
    },
    responses: { 200: { description: 'The updated channel.', schema: channelSchema } },
    errors: ['not_found', 'validation_failed'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const at = { workspaceId: workspace.id, id: request.params.id };
      const { config: patch, events, ...rest } = request.body as ChannelPatch;
      const body = await request.transaction(async (tx) => {
        const db = notificationsIn(tx.db);
        const row = await requireChannel(db, { ...at, lock: true });
        const registered = requireType(row.type, registry, workspace.schema);
        const config = patch === undefined ? null : patchedConfig(row, patch, { configs, registry });
        if (config) requireValidConfig(registered, config, { allowInternal });
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
        await auditChange(tx, request, {
          action: 'channel.updated',
          target: { channel_id: at.id, changed: Object.keys(request.body as object) },
        });
        return channelBody(await requireChannel(db, at), configs, registry);
      });
      return { status: 200, body };
    },
  });
}

function removeRoute(): RouteDefinition {
  return defineRoute({
    operationId: 'deleteNotificationChannel',
    method: 'DELETE',
    path: `${CHANNELS_PATH}/{id}`,
    summary: 'Delete a notification channel',
    description: 'Deletes its deliveries too; pending deliveries are not sent.',
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
        await auditChange(tx, request, { action: 'channel.deleted', target: { channel_id: at.id, type } });
      });
      return { status: 204 };
    },
  });
}

/** The configuration of a channel after a merge patch. Values that the client sent back masked stay unchanged. */
function patchedConfig(
  row: ChannelRow,
  patch: ChannelConfig,
  { configs, registry }: { readonly configs: ChannelConfigs; readonly registry: Registry },
): ChannelConfig {
  const before = configOf(row, configs);
  const changed = mergePatch(before, patch) as ChannelConfig;
  return restoreMasked(changed, before, shownConfig(row, configs, registry));
}

/** An empty list means all events: to stop deliveries, disable the channel. */
function patterns(events: readonly string[] | null): string[] | null {
  return events === null || events.length === 0 ? null : [...new Set(events)];
}

function countChannels(db: Transaction['db'] | CapabilityHost['services']['database']['db'], workspaceId: string) {
  return countFrom(db, sql`from notification_channel where workspace_id = ${workspaceId} and deleted_at is null`);
}

/** Writes a change by an administrator to the audit log. */
function auditChange(
  tx: Transaction,
  request: AuditedRequest,
  { action, target }: { readonly action: string; readonly target: Readonly<Record<string, unknown>> },
): Promise<void> {
  const workspaceId = workspaceOf(request).id;
  return audit(tx, { workspaceId, actor: actorOf(callerOf(request)), action, target, address: request.address });
}

function typeRow({ type, module, definition: { title, description, config } }: RegisteredChannel) {
  return { type, module, title, description, config_schema: strictSchema(config) };
}
