import { audit } from '../audit/audit.js';
import { defineRoute, type RouteDefinition } from '../contract/route.js';
import { notFound } from '../errors/cubit-error.js';
import { pageQuery } from '../http/paging.js';
import { callerOf, listSchema, workspaceOf, workspaceParam, workspaceParams } from '../http/route-parts.js';
import type { AccessParts } from './access-parts.js';
import { actorOf } from './caller.js';
import { countOf } from './count-of.js';
import { Email } from './email-address.js';
import { Id, Instant, Name, RoleName, strict } from './field-schemas.js';
import { listPage } from './list-page.js';
import { changeMembership } from './membership.js';
import type { Role } from './role.js';

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

export function memberRoutes({ services }: AccessParts): readonly RouteDefinition[] {
  const { database } = services;

  function members(workspaceId: string, db = database.db) {
    return db
      .selectFrom('member')
      .innerJoin('app_user', 'app_user.id', 'member.user_id')
      .where('member.workspace_id', '=', workspaceId);
  }

  const COLUMNS = ['member.user_id', 'app_user.name', 'app_user.email', 'member.role', 'member.created_at'] as const;

  const list = defineRoute({
    operationId: 'listMembers',
    method: 'GET',
    path: PATH,
    summary: 'List the members',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of members.', schema: listSchema(Member) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { id } = workspaceOf(request);
      const page = await listPage<MemberRow>(request.query, {
        list: `members/${id}`,
        rows: (after, limit) =>
          members(id)
            .select(COLUMNS)
            .$if(after !== null, (query) => query.where('member.user_id', '>', after))
            .orderBy('member.user_id')
            .limit(limit)
            .execute(),
        total: () => countOf(members(id)),
        idOf: ({ user_id }) => user_id,
      });
      return { status: 200, body: { ...page, data: page.data.map(show) } };
    },
  });

  const change = defineRoute({
    operationId: 'updateMember',
    method: 'PATCH',
    path: `${PATH}/{user_id}`,
    summary: "Change a member's role",
    description: 'Only an owner makes or demotes owners, and the last one stays.',
    tag: TAG,
    access: 'admin',
    params: memberParams,
    body: {
      schema: strict({ role: RoleName }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { role: 'member' },
    },
    responses: { 200: { description: 'The member as it is now.', schema: Member } },
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
        const query = members(workspaceId, tx.db).where('member.user_id', '=', memberId);
        return show(await query.select(COLUMNS).executeTakeFirstOrThrow(() => notFound('Member')));
      });
      return { status: 200, body };
    },
  });

  const remove = defineRoute({
    operationId: 'deleteMember',
    method: 'DELETE',
    path: `${PATH}/{user_id}`,
    summary: 'Remove a member, or leave',
    description:
      'Admins remove members below owner, owners everybody; everybody may remove themselves, but for the last owner.',
    tag: TAG,
    access: 'viewer',
    params: memberParams,
    responses: { 204: { description: 'No longer a member, from the next request on.' } },
    errors: ['not_found', 'conflict'],
    async handler(request) {
      const caller = callerOf(request);
      const { id: workspaceId } = workspaceOf(request);
      const { user_id: memberId } = request.params;
      await request.transaction(async (tx) => {
        const role = await changeMembership(tx, { workspaceId, callerId: caller.user.id, memberId, role: null });
        const { address } = request;
        const target = { user_id: memberId, role };
        await audit(tx, { workspaceId, actor: actorOf(caller), action: 'member.removed', target, address });
      });
      return { status: 204 };
    },
  });

  return [list, change, remove];
}

function show({ user_id, name, email, role, created_at }: MemberRow) {
  return { user_id, name, email, role, created_at: created_at.toISOString() };
}
