import { Type } from 'typebox';
import { idParam, listSchema, pageQuery } from '@cubit/core';
import { workspaceParam } from '@cubit/core/host';
import type { ApprovalRow } from '../tables/schema.js';

export const APPROVALS_PATH = '/api/v1/orgs/{workspace}/me/agent-approvals';
export const approvalParams = Type.Object({ workspace: workspaceParam, id: idParam('Id of the approval.') });

const strict = { additionalProperties: false };
const STATES = ['pending', 'approved', 'denied', 'used', 'expired'] as const;
export type ShownState = (typeof STATES)[number];
const stateSchema = Type.Unsafe<ShownState>({ type: 'string', enum: [...STATES] });

export const approvalQuery = Type.Object({
  ...pageQuery,
  state: Type.Optional({ ...stateSchema, description: 'Only those in this state.' }),
});

const time = Type.String({ format: 'date-time' });

export const approvalSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    state: {
      ...stateSchema,
      description:
        '`pending`: waits for your decision. `approved`: the agent may run the action once. `used`: it ran. `expired`: it was not decided or not used in time.',
    },
    action: Type.Object({ id: Type.String({ examples: ['inventory:scrap'] }), title: Type.String() }, strict),
    record: Type.Union(
      [
        Type.Object(
          {
            kind: Type.String({ examples: ['inventory:stock_item'] }),
            id: Type.String({ format: 'uuid' }),
            title: Type.String({ description: 'As it was when the agent asked.' }),
          },
          strict,
        ),
        Type.Null(),
      ],
      { description: 'The target; null without one.' },
    ),
    input: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    agent: Type.Object(
      {
        client: Type.String({ description: 'Name of the agent’s program, as it states it.' }),
        token: Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }, strict),
      },
      strict,
    ),
    created_at: time,
    expires_at: time,
    decided_at: Type.Union([time, Type.Null()]),
  },
  { ...strict, title: 'AgentApproval' },
);

export const approvalList = listSchema(approvalSchema);

export function stateOf({ state, expires_at: expiresAt }: Pick<ApprovalRow, 'state' | 'expires_at'>, now: Date) {
  return (state === 'pending' || state === 'approved') && expiresAt <= now ? 'expired' : state;
}

/** An approval in answers. `title` is that of the action, null if its module is not enabled any more. */
export function approvalBody(row: ApprovalRow, { title, now }: { readonly title: string | null; readonly now: Date }) {
  return {
    id: row.id,
    state: stateOf(row, now),
    action: { id: row.action, title: title ?? row.action },
    record: row.record,
    input: row.input,
    agent: { client: row.client, token: { id: row.token_id, name: row.token_name } },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
