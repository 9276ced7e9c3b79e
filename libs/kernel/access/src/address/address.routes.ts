import { sql } from 'kysely';
import { Type } from 'typebox';
import { listSchema, notFound, pageQuery } from '@cubit/core';
import { countRows, type Database, defineRoute } from '@cubit/database';
import {
  callerOf,
  modulePath,
  type ModuleRoute,
  pascalCase,
  type RegisteredModule,
  type RouteDefinition,
  type RouteRequest,
  routesOf,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from '@cubit/core/host';
import { auditChange } from '../audit/audit.js';
import type { AccessParts } from '../access-parts.js';
import { instantOrNull } from '../api-token/api-token-row.js';
import { ADDRESS_KEY_START, createAddressKey, hashToken } from '../credential/api-token-format.js';
import { requireUnscoped } from '../credential/caller-limits.js';
import { listPage } from '../list/list-page.js';
import { Id, Name, strict } from '../user/field-schemas.js';
import { Address, NewAddress } from './address-schemas.js';

/** A route of a module, and what its addresses are called. */
interface KeyedRoute {
  readonly parts: AccessParts;
  readonly module: string;
  readonly tag: string;
  readonly singular: string;
  readonly plural: string;
  readonly scope: string;
  /** Of the route that the keys open. */
  readonly path: string;
  /** Of the list of addresses. */
  readonly listPath: string;
}

/**
 * The routes that make, list and remove addresses with a key, for every route of a module that is declared so. A key is an API token with the one scope
 * of that route and the one workspace, but with a form of its own: it is accepted in the address of its route and nowhere else.
 */
export function addressRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [...parts.services.registry.modules.values()].flatMap((module) =>
    routesOf(module.definition).flatMap((route) => {
      const keyed = keyedRoute(parts, module, route);
      return keyed ? [createRoute(keyed), listRoute(keyed), deleteRoute(keyed)] : [];
    }),
  );
}

function keyedRoute(parts: AccessParts, { name, definition }: RegisteredModule, route: ModuleRoute): KeyedRoute | null {
  if (!route.keyed) return null;
  const [singular, plural] = route.keyed.title;
  const base = modulePath(name);
  return {
    parts,
    module: name,
    tag: definition.title,
    singular,
    plural,
    scope: route.keyed.scope,
    path: `${base}${route.path}`,
    listPath: `${base}/${plural.toLowerCase().replaceAll(' ', '-')}`,
  };
}

const operationOf = (verb: string, { module }: KeyedRoute, title: string) =>
  `${verb}${pascalCase(`${module} ${title.toLowerCase()}`)}`;
const common = ({ module, tag }: KeyedRoute) => ({ module, tag, access: 'viewer' }) as const;

function createRoute(keyed: KeyedRoute): RouteDefinition {
  const { parts, scope, path, listPath, singular } = keyed;
  const { newId, now, settings } = parts.services;

  return defineRoute({
    ...common(keyed),
    operationId: operationOf('create', keyed, singular),
    method: 'POST',
    path: listPath,
    summary: `Create a ${singular.toLowerCase()}`,
    description:
      'For programs that cannot send a header. The address has a key, which opens this one route in your name, and nothing else. It is shown only once, and ends when you remove it or leave the workspace. Made with an API token that expires, it expires with it.',
    params: workspaceParams,
    body: {
      schema: strict({ name: Type.Optional({ ...Name, description: `Default: ${singular}.` }) }),
      optional: true,
      example: { name: 'Phone' },
    },
    responses: { 201: { description: 'Created.', schema: NewAddress } },
    errors: ['scope_denied', 'validation_failed'],
    secrets: ['url'],
    async handler(request) {
      const caller = callerOf(request);
      requireUnscoped(caller);
      const { id: workspaceId, slug } = workspaceOf(request);
      const key = createAddressKey();
      const { name = singular } = request.body;
      const expiresAt = caller.credential.type === 'api_token' ? caller.expiresAt : null;
      const shown = { id: newId(), name };
      await request.transaction(async (tx) => {
        await tx.db
          .insertInto('api_token')
          .values({
            ...shown,
            token_prefix: ADDRESS_KEY_START,
            scopes: [scope],
            user_id: caller.user.id,
            workspace_id: workspaceId,
            token_hash: hashToken(key),
            created_at: now(),
            expires_at: expiresAt,
            last_used_at: null,
            revoked_at: null,
          })
          .execute();
        await auditChange(tx, request, { action: 'token.created', target: { ...shown, scopes: [scope] } });
      });
      const url = `${settings.publicUrl}${path.replace('{workspace}', slug)}?key=${key}`;
      return {
        status: 201,
        headers: { location: `${listPath.replace('{workspace}', slug)}/${shown.id}` },
        body: { ...shown, expires_at: instantOrNull(expiresAt), url },
      };
    },
  });
}

function listRoute(keyed: KeyedRoute): RouteDefinition {
  const { parts, listPath, plural } = keyed;
  const { database, now } = parts.services;

  return defineRoute({
    ...common(keyed),
    operationId: operationOf('list', keyed, plural),
    method: 'GET',
    path: listPath,
    summary: `List your ${plural.toLowerCase()}`,
    description: 'Those that open, newest first, without their keys.',
    reading: false,
    params: workspaceParams,
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of addresses.', schema: listSchema(Address) } },
    errors: ['invalid_cursor', 'scope_denied'],
    async handler(request) {
      requireUnscoped(callerOf(request));
      await parts.tokenUsage.flush();
      const those = () => openAddresses(database.db, keyed, { request, at: now() });
      const page = await listPage(request.query, {
        list: `addresses/${workspaceOf(request).id}/${keyed.scope}`,
        rows: (after, limit) =>
          those()
            .select(['id', 'name', 'expires_at', 'last_used_at', 'created_at'])
            .$if(after !== null, (query) => query.where('id', '<', after))
            .orderBy('id', 'desc')
            .limit(limit)
            .execute(),
        total: () => countRows(those()),
        idOf: ({ id }) => id,
      });
      const data = page.data.map(({ expires_at: expires, last_used_at: used, created_at: created, ...shown }) => ({
        ...shown,
        expires_at: instantOrNull(expires),
        last_used_at: instantOrNull(used),
        created_at: created.toISOString(),
      }));
      return { status: 200, body: { ...page, data } };
    },
  });
}

function deleteRoute(keyed: KeyedRoute): RouteDefinition {
  const { parts, listPath, singular } = keyed;
  const { now } = parts.services;

  return defineRoute({
    ...common(keyed),
    operationId: operationOf('delete', keyed, singular),
    method: 'DELETE',
    path: `${listPath}/{id}`,
    summary: `Remove a ${singular.toLowerCase()}`,
    description: 'Effective from the next request.',
    params: strict({ workspace: workspaceParam, id: Id }),
    responses: { 204: { description: 'Removed.' } },
    errors: ['not_found', 'scope_denied'],
    async handler(request) {
      requireUnscoped(callerOf(request));
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const at = now();
        const found = await openAddresses(tx.db, keyed, { request, at })
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!found) throw notFound(singular);
        await tx.db.updateTable('api_token').set({ revoked_at: at }).where('id', '=', id).execute();
        await auditChange(tx, request, { action: 'token.revoked', target: { id } });
      });
      return { status: 204 };
    },
  });
}

/** The caller's addresses of one route in the workspace of the request. */
function openAddresses(
  db: Database['db'],
  { scope }: KeyedRoute,
  { request, at }: { readonly request: Pick<RouteRequest, 'caller' | 'workspace'>; readonly at: Date },
) {
  return db
    .selectFrom('api_token')
    .where('user_id', '=', callerOf(request).user.id)
    .where('workspace_id', '=', workspaceOf(request).id)
    .where('token_prefix', '=', ADDRESS_KEY_START)
    .where(sql<boolean>`${scope} = any(scopes)`)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]));
}
