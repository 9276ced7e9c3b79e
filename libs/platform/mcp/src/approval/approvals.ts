import { audit } from '@cubit/access';
import { errorOf, fail } from '@cubit/core';
import { actorOf } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { CapabilityHost } from '@cubit/runtime';
import { sql } from 'kysely';
import type { AgentCall } from '../call/agent-call.js';
import { agentsIn, type ApprovalRow, type ApprovedRecord } from '../tables/schema.js';
import { stateOf } from './approval-schemas.js';

const HOUR_MS = 60 * 60_000;
/** A person who is not at work must have time to decide; what was decided long ago is not done any more. */
const LIFETIME_MS = 24 * HOUR_MS;
const KEPT_MS = 30 * LIFETIME_MS;
/** Pending ones of one token: a model that repeats itself must not fill the bell. */
const MAX_PENDING = 20;

export interface RequestedRun {
  readonly action: string;
  readonly record: ApprovedRecord | null;
  readonly version: number | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly digest: string;
  readonly sentence: string;
}

interface WaitingApproval {
  readonly type: 'waiting';
  readonly id: string;
  readonly expiresAt: Date;
  readonly url: string;
}

interface GivenApproval {
  readonly type: 'given';
  readonly version: number | null;
  readonly spend: (tx: Transaction) => Promise<void>;
}

/** Approvals as the agent sees them: it asks for one, and uses it once. */
export class Approvals {
  readonly #host: Pick<CapabilityHost, 'services' | 'enter'>;

  constructor(host: Pick<CapabilityHost, 'services' | 'enter'>) {
    this.#host = host;
  }

  /** Asks the owner of the token. A call that waits already is not asked for again. */
  async request(call: AgentCall, run: RequestedRun): Promise<WaitingApproval> {
    const { services, enter } = this.#host;
    const { workspace, caller, request } = call;
    return services.database.transaction(async (tx) => {
      const now = services.now();
      const db = agentsIn(tx.db);
      // Two calls of one token at the same time must not ask twice.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`agent_approval/${caller.credential.id}`}, 0))`.execute(
        db,
      );
      await db
        .deleteFrom('agent_approval')
        .where('workspace_id', '=', workspace.id)
        .where('user_id', '=', caller.user.id)
        .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
        .execute();
      const pending = await db
        .selectFrom('agent_approval')
        .selectAll()
        .where('workspace_id', '=', workspace.id)
        .where('token_id', '=', caller.credential.id)
        .where('state', '=', 'pending')
        .where('expires_at', '>', now)
        .execute();
      const same = pending.find(({ digest }) => digest === run.digest);
      if (same) return this.#waiting(call, same);
      if (pending.length >= MAX_PENDING)
        throw fail('rate_limited', `${MAX_PENDING} approvals are pending already. Wait for the owner of the token.`);
      const row = await db
        .insertInto('agent_approval')
        .values(rowOf(call, run, { id: services.newId(), now }))
        .returningAll()
        .executeTakeFirstOrThrow();
      const { id, action, record, client } = row;
      const actor = actorOf(caller);
      await services.notices.send(enter({ tx, workspace, actor }), {
        message: run.sentence,
        link: `/agent-approvals/${id}`,
        priority: 'high',
        recipients: { users: [caller.user.id] },
      });
      await audit(tx, {
        workspaceId: workspace.id,
        actor,
        action: 'approval.requested',
        target: { id, action, record, client },
        address: request.address,
      });
      return this.#waiting(call, row);
    });
  }

  /** The approval of this token for exactly this call. Throws unless it is pending or given. */
  async find(
    call: AgentCall,
    { id, digest }: { readonly id: string; readonly digest: string },
  ): Promise<WaitingApproval | GivenApproval> {
    const { services } = this.#host;
    const { workspace, caller } = call;
    const row = await agentsIn(services.database.db)
      .selectFrom('agent_approval')
      .selectAll()
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', id)
      .where('token_id', '=', caller.credential.id)
      .executeTakeFirst();
    if (!row) throw refused('not_found', 'There is no such approval.');
    const state = stateOf(row, services.now());
    if (row.digest !== digest)
      throw refused(
        'conflict',
        'The approval is for another action, record or input. Repeat the call as it was approved.',
      );
    if (state === 'pending') return this.#waiting(call, row);
    if (state === 'denied') throw refused('forbidden', 'The owner of the token denied it.');
    if (state !== 'approved') throw refused('conflict', `The approval is ${state}. Call the tool again without it.`);
    return { type: 'given', version: row.record_version, spend: (tx) => use(tx, row, services.now()) };
  }

  #waiting({ workspace }: AgentCall, { id, expires_at: expiresAt }: ApprovalRow): WaitingApproval {
    const { publicUrl } = this.#host.services.settings;
    return { type: 'waiting', id, expiresAt, url: `${publicUrl}/w/${workspace.slug}/agent-approvals/${id}` };
  }
}

/** In the transaction of the run: it is used once, and not used if the run is refused. */
async function use(tx: Transaction, { workspace_id: workspaceId, id }: ApprovalRow, now: Date): Promise<void> {
  const used = await agentsIn(tx.db)
    .updateTable('agent_approval')
    .set({ state: 'used' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw refused('conflict', 'The approval was used already. Call the tool again without it.');
}

function refused(code: 'not_found' | 'conflict' | 'forbidden', message: string) {
  return errorOf(code, message, { details: [{ path: '/approval', code, message }] });
}

function rowOf(
  { workspace, caller, tokenName }: AgentCall,
  { action, record, version, input, digest }: RequestedRun,
  { id, now }: { readonly id: string; readonly now: Date },
) {
  return {
    workspace_id: workspace.id,
    id,
    user_id: caller.user.id,
    token_id: caller.credential.id,
    token_name: tokenName,
    client: caller.agent?.client ?? tokenName,
    action,
    record: record === null ? null : JSON.stringify(record),
    record_version: version,
    input: JSON.stringify(input),
    digest,
    state: 'pending' as const,
    created_at: now,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
    decided_at: null,
  };
}
