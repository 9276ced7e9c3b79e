import { notFound } from '@cubit/core';
import { callerOf, type RouteDefinition, workspaceOf } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { DriveContext } from '../drive-context.js';
import type { CommandRow } from '../tables/schema.js';
import { aliveSince, requireSession, TAB_LIFETIME_MS } from './tab-access.js';
import { common, tabParams, TABS_PATH } from './tab-schemas.js';

/** How often the stream looks although nothing rang: also how long an ended session is noticed late. */
const LOOK_MS = 5_000;
/** A command that waited longer for the tab is not carried out any more. */
const STALE_MS = 30_000;
/** Longer than a stream looks, so that a second stream of the tab renews it in time. */
const RECONNECT_MS = 8_000;

export function streamRoute(context: DriveContext): RouteDefinition {
  const { services, stopping } = context;
  return defineRoute({
    ...common,
    operationId: 'streamTabCommands',
    method: 'GET',
    reading: false,
    path: `${TABS_PATH}/{id}/stream`,
    summary: 'Follow the commands of this tab',
    description:
      'For the tab itself, with a session. Server-sent events: `event: command`, `data: {id, agent, command}`, each sent once; `agent` is the name of the token. It ends with the tab, with `event: stopped`.',
    params: tabParams,
    responses: { 200: { description: 'The stream.', mediaType: 'text/event-stream', schema: Type.String() } },
    errors: ['drive_disabled', 'forbidden', 'not_found'],
    streaming: true,
    async handler(request) {
      requireSession(request);
      const tab: StreamedTab = {
        workspaceId: workspaceOf(request).id,
        id: request.params.id,
        userId: callerOf(request).user.id,
      };
      if (!(await renew(services, tab))) throw notFound('Tab');
      const signal = AbortSignal.any([request.signal, stopping.signal]);
      return {
        status: 200,
        stream: commands(context, tab, signal),
        cut: stopping.signal,
        mediaType: 'text/event-stream',
        headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      };
    },
  });
}

interface StreamedTab {
  readonly workspaceId: string;
  readonly id: string;
  readonly userId: string;
}

async function* commands(
  { services, bell }: DriveContext,
  tab: StreamedTab,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const listening = bell.listen(tab.id);
  try {
    yield 'retry: 1000\n\n';
    while (!signal.aborted) {
      // The session was checked when the stream began, and may have ended since.
      if (!(await renew(services, tab))) {
        yield 'event: stopped\ndata: {}\n\n';
        return;
      }
      const taken = await takeCommands(services, tab);
      for (const { id, token_name: agent, command } of taken)
        yield `id: ${id}\nevent: command\ndata: ${JSON.stringify({ id, agent, command })}\n\n`;
      await listening.next(LOOK_MS, signal);
    }
  } finally {
    listening.end();
    await expireSoon(services, tab).catch(() => {});
  }
}

/** A tab with an open stream lives on; false if it, its session or the membership has ended. */
async function renew({ database, now }: DriveContext['services'], { workspaceId, id, userId }: StreamedTab) {
  const { rows } = await sql`update drive_tab t set seen_at = ${now()}
    from session s, member m, workspace w
    where t.workspace_id = ${workspaceId} and t.id = ${id} and t.user_id = ${userId}
      and t.seen_at > ${aliveSince(now())} and s.id = t.session_id and s.ended_at is null
      and m.workspace_id = t.workspace_id and m.user_id = t.user_id
      and w.id = t.workspace_id and w.deleted_at is null
    returning t.id`.execute(database.db);
  return rows.length > 0;
}

/** A page that was closed or reloaded does not come back; one that lost its connection does, and renews the tab. */
async function expireSoon({ database, now }: DriveContext['services'], { workspaceId, id }: StreamedTab) {
  const seenAt = new Date(now().getTime() - TAB_LIFETIME_MS + RECONNECT_MS);
  await sql`update drive_tab set seen_at = least(seen_at, ${seenAt}::timestamptz)
    where workspace_id = ${workspaceId} and id = ${id}`.execute(database.db);
}

async function takeCommands(
  { database, now }: DriveContext['services'],
  { workspaceId, id }: StreamedTab,
): Promise<readonly CommandRow[]> {
  const since = new Date(now().getTime() - STALE_MS);
  const { rows } = await sql<CommandRow>`update drive_command set state = 'sent'
    where workspace_id = ${workspaceId} and tab_id = ${id} and state = 'queued' and sent_at > ${since}
    returning *`.execute(database.db);
  return rows.toSorted((a, b) => a.id.localeCompare(b.id));
}
