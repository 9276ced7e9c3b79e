import { sql } from 'kysely';
import type { Static } from 'typebox';
import { actorOf, callerOf, type RouteRequest, workspaceOf } from '@cubit/core/host';
import { fail } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';
import { itemReceived } from '../events.js';
import { feedback } from '../feedback.module.js';
import { feedbackIn, type ItemRow } from '../tables/schema.js';
import type { newItem } from './item-schemas.js';

const HOUR_S = 3_600;

interface Submission {
  readonly tx: Transaction;
  readonly request: Pick<RouteRequest, 'caller' | 'workspace'>;
  readonly body: Static<typeof newItem>;
}

/** Stores an item and emits the event that notifies admins. `429` if the user exceeds the hourly limit. */
export async function submitItem(host: CapabilityHost, { tx, request, body }: Submission): Promise<ItemRow> {
  const workspace = workspaceOf(request);
  const caller = callerOf(request);
  const context = host.enter({ tx, workspace, actor: actorOf(caller) }).contextOf(feedback.name, null);
  const who = { workspaceId: workspace.id, userId: caller.user.id };
  await enforceHourlyLimit(tx, who, Number(context.settings['items_per_hour']));
  const { text, kind, page = null, contact = null } = body;
  const row: ItemRow = {
    workspace_id: who.workspaceId,
    id: context.newId(),
    kind,
    text,
    page,
    contact,
    submitted_by: who.userId,
    created_at: tx.now,
  };
  await feedbackIn(tx.db).insertInto('feedback_item').values(row).execute();
  context.emit(itemReceived, { itemId: row.id, kind, adminIds: await adminsOf(tx, who.workspaceId) });
  return row;
}

interface Person {
  readonly workspaceId: string;
  readonly userId: string;
}

/** Throws `429` above the hourly limit. Requests of one user are serialised, so that concurrent ones are counted. */
async function enforceHourlyLimit(tx: Transaction, { workspaceId, userId }: Person, limit: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback/${workspaceId}/${userId}`}, 0))`.execute(tx.db);
  const since = new Date(tx.now.getTime() - HOUR_S * 1_000);
  // The item that must be an hour old before another one is accepted.
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from feedback_item
    where workspace_id = ${workspaceId} and submitted_by = ${userId} and created_at > ${since}
    order by created_at desc offset ${limit - 1} limit 1`.execute(tx.db);
  const [oldest] = rows;
  if (!oldest) return;
  const waitS = Math.max(1, Math.ceil((oldest.created_at.getTime() - since.getTime()) / 1_000));
  throw fail('rate_limited', `A user may submit at most ${limit} feedback items per hour in this workspace.`, {
    headers: { 'retry-after': String(waitS) },
  });
}

async function adminsOf(tx: Transaction, workspaceId: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', 'in', ['admin', 'owner'])
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
