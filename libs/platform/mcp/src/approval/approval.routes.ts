import { auditChange, listPage } from '@cubit/access';
import { fail, notFound } from '@cubit/core';
import {
  type Caller,
  callerOf,
  type PageQuery,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { type DatabaseRequest, defineRoute } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import { sql } from 'kysely';
import { agentsIn, type ApprovalRow } from '../tables/schema.js';
import {
  approvalBody,
  approvalList,
  approvalParams,
  approvalQuery,
  approvalSchema,
  APPROVALS_PATH,
  type ShownState,
} from './approval-schemas.js';

type Services = Pick<KernelServices, 'database' | 'now'>;
const common = { tag: 'Agents', access: 'viewer' } as const;

/** The owner of a token sees and decides what its agent asks for. */
export function approvalRoutes(services: Services): readonly RouteDefinition[] {
  return [
    listRoute(services),
    readRoute(services),
    decideRoute(services, { verb: 'approve', state: 'approved' }),
    decideRoute(services, { verb: 'deny', state: 'denied' }),
  ];
}

/** An agent has an API token, and must not approve what it asks for. */
function requireSession(request: Pick<RouteRequest, 'caller'>): Caller {
  const caller = callerOf(request);
  if (caller.credential.type !== 'session' || caller.agent)
    throw fail('forbidden', 'Only a person can see and decide approvals: sign in.');
  return caller;
}

function listRoute({ database, now }: Services): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'listAgentApprovals',
    method: 'GET',
    reading: false,
    path: APPROVALS_PATH,
    summary: 'List what agents ask you to approve',
    description:
      'For sessions. Destructive actions that agents with your tokens asked to run, the newest first; kept for 30 days.',
    params: workspaceParams,
    query: approvalQuery,
    responses: { 200: { description: 'A page of approvals.', schema: approvalList } },
    errors: ['invalid_query', 'invalid_cursor', 'forbidden'],
    async handler(request) {
      const { user } = requireSession(request);
      const workspace = workspaceOf(request);
      const { state, ...page } = request.query as PageQuery & { readonly state?: ShownState };
      const own = ownedBy(database, { workspaceId: workspace.id, userId: user.id });
      const those = state === undefined ? own : own.where(inState(state, now()));
      const found = await listPage(page, {
        list: 'agent-approvals',
        rows: (before, limit) =>
          (before === null ? those : those.where('id', '<', before))
            .selectAll()
            .orderBy('id', 'desc')
            .limit(limit)
            .execute(),
        total: async () => (await those.select(sql<number>`count(*)::int`.as('total')).executeTakeFirst())?.total ?? 0,
        idOf: ({ id }) => id,
      });
      return { status: 200, body: { ...found, data: found.data.map((row) => shown(request, row, now())) } };
    },
  });
}

function readRoute({ database, now }: Services): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'getAgentApproval',
    method: 'GET',
    reading: false,
    path: `${APPROVALS_PATH}/{id}`,
    summary: 'Read an approval',
    description: 'For sessions.',
    params: approvalParams,
    responses: { 200: { description: 'The approval.', schema: approvalSchema } },
    errors: ['forbidden', 'not_found'],
    async handler(request) {
      const { user } = requireSession(request);
      const row = await ownedBy(database, { workspaceId: workspaceOf(request).id, userId: user.id })
        .where('id', '=', request.params.id)
        .selectAll()
        .executeTakeFirst();
      if (!row) throw notFound('Approval');
      return { status: 200, body: shown(request, row, now()) };
    },
  });
}

interface Decision {
  readonly verb: 'approve' | 'deny';
  readonly state: 'approved' | 'denied';
}

function decideRoute({ now }: Services, { verb, state }: Decision): RouteDefinition {
  const effect = state === 'approved' ? 'The agent may then run the action once.' : 'The agent is refused.';
  return defineRoute({
    ...common,
    operationId: `${verb}AgentAction`,
    method: 'POST',
    path: `${APPROVALS_PATH}/{id}/${verb}`,
    summary: state === 'approved' ? 'Approve what an agent asks for' : 'Deny what an agent asks for',
    description: `For sessions. ${effect} Only a pending approval can be decided.`,
    params: approvalParams,
    responses: { 200: { description: 'The approval.', schema: approvalSchema } },
    errors: ['forbidden', 'not_found', 'conflict'],
    async handler(request) {
      const { user } = requireSession(request);
      const { id: workspaceId } = workspaceOf(request);
      const { id } = request.params;
      const body = await request.transaction(async (tx) => {
        const own = agentsIn(tx.db)
          .selectFrom('agent_approval')
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', user.id)
          .where('id', '=', id);
        const before = await own.selectAll().forUpdate().executeTakeFirst();
        if (!before) throw notFound('Approval');
        const { state: present } = shown(request, before, now());
        if (present !== 'pending') throw fail('conflict', `The approval is ${present}, so it cannot be decided.`);
        const row = await agentsIn(tx.db)
          .updateTable('agent_approval')
          .set({ state, decided_at: now() })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const { action, record, client } = row;
        await auditChange(tx, request, { action: `approval.${state}`, target: { id, action, record, client } });
        return shown(request, row, now());
      });
      return { status: 200, body };
    },
  });
}

function ownedBy(
  { db }: Services['database'],
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
) {
  return agentsIn(db)
    .selectFrom('agent_approval')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId);
}

function inState(state: ShownState, now: Date) {
  const open = sql<boolean>`state in ('pending', 'approved')`;
  if (state === 'expired') return sql<boolean>`${open} and expires_at <= ${now}`;
  return sql<boolean>`state = ${state} and (not ${open} or expires_at > ${now})`;
}

function shown(request: Pick<DatabaseRequest, 'workspace'>, row: ApprovalRow, now: Date) {
  const title = workspaceOf(request).schema.actions.get(row.action)?.definition.title ?? null;
  return approvalBody(row, { title, now });
}
