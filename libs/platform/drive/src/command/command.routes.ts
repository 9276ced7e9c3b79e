import { auditChange } from '@cubit/access';
import { notFound } from '@cubit/core';
import { type RouteDefinition, workspaceOf } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { readPreferredWaitMs } from '@cubit/http';
import type { DriveContext } from '../drive-context.js';
import { COMMAND_OPERATION } from '../scopes.js';
import { driveIn } from '../tables/schema.js';
import { aliveSince, requireSession, requireToken } from '../tab/tab-access.js';
import { common, tabParams, TABS_PATH } from '../tab/tab-schemas.js';
import { ackBody, commandAnswer, tabCommand } from './command-schemas.js';
import { checkedCommand, sendCommand } from './send-command.js';
import { waitForAnswer } from './wait-for-answer.js';

export function commandRoutes(context: DriveContext): readonly RouteDefinition[] {
  return [commandRoute(context), ackRoute(context)];
}

function commandRoute(context: DriveContext): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: COMMAND_OPERATION,
    method: 'POST',
    path: `${TABS_PATH}/{id}/commands`,
    summary: 'Send a command to a tab',
    description:
      'Opens a page of the workspace, points at an element, opens a form without filling or sending it, scrolls, shows a sentence, or clears what it shows. ' +
      'With `Prefer: wait=10` the answer is that of the tab; without it, `sent`. A token sends at most 30 commands a minute. A tab that was stopped, closed or reloaded is `404`, or `gone`.',
    params: tabParams,
    body: { schema: tabCommand, example: { type: 'point', target: 'field:min_stock' } },
    responses: { 200: { description: 'Sent, or answered.', schema: commandAnswer } },
    errors: ['validation_failed', 'drive_disabled', 'forbidden', 'not_found', 'rate_limited'],
    streaming: true,
    async handler(request) {
      requireToken(request);
      const command = checkedCommand(workspaceOf(request).slug, request.body);
      const { prefer } = request.headers.all;
      const waitMs = readPreferredWaitMs(Array.isArray(prefer) ? prefer.join(', ') : (prefer as string | undefined));
      const answer = { id: context.services.newId(), state: 'sent', reason: null as string | null };
      const tab = { workspaceId: workspaceOf(request).id, id: request.params.id };
      await request.transaction(async (tx) => {
        await sendCommand(context, { tx, request, tab, id: answer.id, command });
        // With an idempotency key, the commit follows the handler, and the tab sees nothing before.
        if (waitMs !== null)
          tx.afterCommit(async () => {
            Object.assign(answer, await waitForAnswer(context, { tab, id: answer.id, waitMs, signal: request.signal }));
          });
      });
      return { status: 200, body: answer };
    },
  });
}

function ackRoute({ services, bell }: DriveContext): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'answerTabCommand',
    method: 'POST',
    path: `${TABS_PATH}/{id}/acks`,
    summary: 'Answer a command',
    description: 'For the tab itself, with a session. The first answer counts.',
    params: tabParams,
    body: { schema: ackBody, example: { command: '0190a6e2-7c1d-7b3a-9f00-000000000001', state: 'done' } },
    responses: { 204: { description: 'Stored.' } },
    errors: ['validation_failed', 'drive_disabled', 'forbidden', 'not_found'],
    async handler(request) {
      const { user } = requireSession(request);
      const { id: workspaceId } = workspaceOf(request);
      const { id } = request.params;
      const { command: commandId, state, reason = null } = request.body;
      await request.transaction(async (tx) => {
        const db = driveIn(tx.db);
        const tab = await db
          .selectFrom('drive_tab')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .where('seen_at', '>', aliveSince(services.now()))
          .executeTakeFirst();
        if (!tab) throw notFound('Tab');
        const [answered] = await db
          .updateTable('drive_command')
          .set({ state, reason })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', commandId)
          .where('tab_id', '=', id)
          .where('state', 'in', ['queued', 'sent'])
          .returning(['command', 'token_id'])
          .execute();
        if (!answered) return;
        const { command } = answered;
        if (command.type === 'open' && state === 'done') {
          const [path = ''] = command.path.split(/[?#]/);
          await db
            .updateTable('drive_tab')
            .set({ path, opened_path: path, opened_by: answered.token_id })
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', id)
            .execute();
        }
        await auditChange(tx, request, { action: 'tab.answered', target: { id, command: commandId, state, reason } });
        await bell.ring(tx, id);
      });
      return { status: 204 };
    },
  });
}
