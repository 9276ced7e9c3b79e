import { audit } from '../audit/audit.js';
import { listSchema, notFound, pageQuery } from '@cubit/core';
import { countRows, type Database, defineRoute } from '@cubit/database';
import {
  actorOf,
  callerOf,
  type Role,
  type RouteDefinition,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { Email } from '../credential/email-address.js';
import { Id, Instant, Name, RoleName, strict } from '../user/field-schemas.js';
import { listPage } from '../list/list-page.js';
import { changeMembership } from './membership.js';
import { revokeAddressKeys } from '../credential/revoke-tokens.js';

const TAG = 'Members';
const PATH = '/api/v1/orgs/{workspace}/members';
const memberParams = strict({ workspace: workspaceParam, user_id: Id });
const Member = strict({ user_id: Id, name: Name, email: Email, role: RoleName, created_at: Instant });

interface MemberRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: Date;
}

const COLUMNS = ['member.user_id', 'app_user.name', 'app_user.email', 'member.role', 'member.created_at'] as const;

export function memberRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [listMembersRoute(parts), updateMemberRoute(), deleteMemberRoute(parts)];
}

function listMembersRoute({ services }: AccessParts): RouteDefinition {
  const { database } = services;

  return defineRoute({
    operationId: 'listMembers',
    method: 'GET',
    path: PATH,
    summary: 'List the members',
    tag: TAG,
    access: 'viewer',
    reading: false,
    params: workspaceParams,
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of members.', schema: listSchema(Member) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { id } = workspaceOf(request);
      const page = await listPage<MemberRow>(request.query, {
        list: `members/${id}`,
        rows: (after, limit) =>
          members(database.db, id)
            .select(COLUMNS)
            .$if(after !== null, (query) => query.where('member.user_id', '>', after))
            .orderBy('member.user_id')
            .limit(limit)
            .execute(),
        total: () => countRows(members(database.db, id)),
        idOf: ({ user_id }) => user_id,
      });
      return { status: 200, body: { ...page, data: page.data.map(show) } };
    },
  });
}

function updateMemberRoute(): RouteDefinition {
  return defineRoute({
    operationId: 'updateMember',
    method: 'PATCH',
    path: `${PATH}/{user_id}`,
    summary: "Change a member's role",
    description: 'Only an owner can promote to owner or demote an owner. The last owner cannot be demoted.',
    tag: TAG,
    access: 'admin',
    params: memberParams,
    body: {
      schema: strict({ role: RoleName }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { role: 'member' },
    },
    responses: { 200: { description: 'The changed member.', schema: Member } },
    errors: ['not_found', 'conflict', 'validation_failed'],
    async handler(request) {
      const caller = callerOf(request);
      const { id: workspaceId } = workspaceOf(request);
      const { user_id: memberId } = request.params;
      const { role } = request.body;
      const body = await request.transaction(async (tx) => {
        const from = await changeMembership(tx, { workspaceId, callerId: caller.user.id, memberId, role });
        const target = { user_id: memberId, from, to: role };
        const { address } = request;
        await audit(tx, { workspaceId, actor: actorOf(caller), action: 'member.role_changed', target, address });
        const query = members(tx.db, workspaceId).where('member.user_id', '=', memberId);
        return show(await query.select(COLUMNS).executeTakeFirstOrThrow(() => notFound('Member')));
      });
      return { status: 200, body };
    },
  });
}

function deleteMemberRoute({ services, streams }: AccessParts): RouteDefinition {
  return defineRoute({
    operationId: 'deleteMember',
    method: 'DELETE',
    path: `${PATH}/{user_id}`,
    summary: 'Remove a member, or leave',
    description:
      'Admins can remove members below owner, owners can remove every member, and every member can leave. The last owner cannot leave.',
    tag: TAG,
    access: 'viewer',
    params: memberParams,
    responses: { 204: { description: 'Removed; effective from the next request.' } },
    errors: ['not_found', 'conflict'],
    async handler(request) {
      const caller = callerOf(request);
      const { id: workspaceId } = workspaceOf(request);
      const { user_id: memberId } = request.params;
      await request.transaction(async (tx) => {
        const role = await changeMembership(tx, { workspaceId, callerId: caller.user.id, memberId, role: null });
        const { address } = request;
        const actor = actorOf(caller);
        await revokeAddressKeys(tx, { userId: memberId, workspaceId, actor }, { at: services.now(), address });
        await streams.endStreams(tx);
        const target = { user_id: memberId, role };
        await audit(tx, { workspaceId, actor, action: 'member.removed', target, address });
      });
      return { status: 204 };
    },
  });
}

function members(db: Database['db'], workspaceId: string) {
  return db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('member.workspace_id', '=', workspaceId);
}

function show({ user_id, name, email, role, created_at }: MemberRow) {
  return { user_id, name, email, role, created_at: created_at.toISOString() };
}
