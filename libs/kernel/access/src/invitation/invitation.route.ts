import { audit } from '../audit/audit.js';
import { DAY_MS, errorOf, fail, listSchema, notFound, pageQuery } from '@cubit/core';
import { countRows, defineRoute } from '@cubit/database';
import {
  actorOf,
  callerOf,
  type Role,
  roleIncludes,
  type RouteDefinition,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from '@cubit/core/host';
import { Type } from 'typebox';
import type { AccessParts } from '../access-parts.js';
import type { AccessServices } from '../access-services.js';
import { Email, emailKey } from '../credential/email-address.js';
import { Id, Instant, RoleName, strict } from '../user/field-schemas.js';
import { invitationLink, mailInvitation } from './invitation-mail.js';
import { listPage } from '../list/list-page.js';
import { createOpaqueToken } from '../credential/opaque-token.js';

const TAG = 'Members';
const PATH = '/api/v1/orgs/{workspace}/invitations';
const INVITATION_LIFETIME_MS = 7 * DAY_MS;

const fields = {
  id: Id,
  email: Email,
  role: RoleName,
  bind: Type.Boolean({ description: 'Whether only the account with this address can accept it.' }),
  invited_by: Id,
  created_at: Instant,
  expires_at: Instant,
};
const Invitation = strict(fields);
const NewInvitation = strict({
  ...fields,
  token: Type.String({ description: 'Shown only once.' }),
  url: Type.String({
    format: 'uri',
    description: 'The link, which is also mailed if the instance sends mail. Shown only once.',
  }),
});
const COLUMNS = ['id', 'email', 'role', 'bind', 'invited_by', 'created_at', 'expires_at'] as const;

interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly bind: boolean;
  readonly invited_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export function invitationRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [listInvitationsRoute(parts), createInvitationRoute(parts), revokeInvitationRoute(parts)];
}

function listInvitationsRoute({ services }: AccessParts): RouteDefinition {
  return defineRoute({
    operationId: 'listInvitations',
    method: 'GET',
    path: PATH,
    summary: 'List the open invitations',
    description: 'Invitations that can still be accepted, newest first.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of invitations.', schema: listSchema(Invitation) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { id } = workspaceOf(request);
      const page = await listPage<InvitationRow>(request.query, {
        list: `invitations/${id}`,
        rows: (after, limit) =>
          openInvitations(services, id)
            .select(COLUMNS)
            .$if(after !== null, (query) => query.where('id', '<', after))
            .orderBy('id', 'desc')
            .limit(limit)
            .execute(),
        total: () => countRows(openInvitations(services, id)),
        idOf: (row) => row.id,
      });
      return { status: 200, body: { ...page, data: page.data.map(show) } };
    },
  });
}

function createInvitationRoute({ services }: AccessParts): RouteDefinition {
  const { settings, newId, now } = services;

  return defineRoute({
    operationId: 'createInvitation',
    method: 'POST',
    path: PATH,
    summary: 'Invite a user',
    description:
      'The link is mailed and returned once. It can be accepted once, within seven days, by the account with that address. With `bind: false`, anybody with the link can accept. The role must not exceed your own.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: {
      schema: strict({
        email: Email,
        role: RoleName,
        bind: Type.Optional(
          Type.Boolean({
            description: 'False: anybody with the link can accept, whatever their address. Default true.',
          }),
        ),
      }),
      example: { email: 'grace@example.org', role: 'member' },
    },
    responses: { 201: { description: 'Invited.', schema: NewInvitation } },
    errors: ['already_exists', 'validation_failed'],
    secrets: ['token', 'url'],
    async handler(request) {
      const caller = callerOf(request);
      const workspace = workspaceOf(request);
      const { email, role, bind = true } = request.body;
      if (!roleIncludes(workspace.role, role)) throw fail('forbidden', 'The role must not exceed your own.');
      const { token, hash } = createOpaqueToken();
      const url = invitationLink(settings.publicUrl, token);
      const invitation = await request.transaction(async (tx) => {
        const member = await tx.db
          .selectFrom('member')
          .innerJoin('app_user', 'app_user.id', 'member.user_id')
          .select('user_id')
          .where('workspace_id', '=', workspace.id)
          .where('email_key', '=', emailKey(email))
          .executeTakeFirst();
        if (member) throw isMember();
        const at = now();
        const row = await tx.db
          .insertInto('invitation')
          .values({
            workspace_id: workspace.id,
            id: newId(),
            email: email.trim(),
            role,
            bind,
            token_hash: hash,
            invited_by: caller.user.id,
            created_at: at,
            expires_at: new Date(at.getTime() + INVITATION_LIFETIME_MS),
            accepted_at: null,
            revoked_at: null,
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        const entry = { workspaceId: workspace.id, actor: actorOf(caller), address: request.address };
        await audit(tx, {
          ...entry,
          action: 'invitation.created',
          target: { invitation_id: row.id, email: row.email, role, bind },
        });
        tx.afterCommit(() => mailInvitation(services, { to: row.email, url, workspace: workspace.name }));
        return row;
      });
      return {
        status: 201,
        headers: { location: `/api/v1/orgs/${workspace.slug}/invitations/${invitation.id}` },
        body: { ...show(invitation), token, url },
      };
    },
  });
}

function revokeInvitationRoute({ services }: AccessParts): RouteDefinition {
  const { now } = services;

  return defineRoute({
    operationId: 'revokeInvitation',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Revoke an invitation',
    tag: TAG,
    access: 'admin',
    params: strict({ workspace: workspaceParam, id: Id }),
    responses: { 204: { description: 'The invitation can no longer be accepted.' } },
    errors: ['not_found', 'conflict'],
    async handler(request) {
      const { id: workspaceId } = workspaceOf(request);
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const invitation = await tx.db
          .selectFrom('invitation')
          .select(['accepted_at', 'revoked_at'])
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!invitation) throw notFound('Invitation');
        if (invitation.accepted_at) throw fail('conflict', 'The invitation has already been accepted.');
        if (invitation.revoked_at) return;
        await tx.db
          .updateTable('invitation')
          .set({ revoked_at: now() })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .execute();
        const entry = { workspaceId, actor: actorOf(callerOf(request)), address: request.address };
        await audit(tx, { ...entry, action: 'invitation.revoked', target: { invitation_id: id } });
      });
      return { status: 204 };
    },
  });
}

function openInvitations({ database, now }: AccessServices, workspaceId: string) {
  return database.db
    .selectFrom('invitation')
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now());
}

function show({ created_at, expires_at, ...row }: InvitationRow) {
  return { ...row, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() };
}

function isMember() {
  const message = 'belongs to a member of the workspace.';
  return errorOf('already_exists', `The email address ${message}`, {
    details: [{ path: '/email', code: 'already_exists', message }],
  });
}
