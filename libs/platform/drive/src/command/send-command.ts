import { auditChange } from '@cubit/access';
import { fail, notFound, validationFailed } from '@cubit/core';
import { callerOf, type RouteRequest, workspaceOf } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { DriveContext } from '../drive-context.js';
import { driveIn, type DriveDatabase } from '../tables/schema.js';
import { pageOf } from '../tab/path-pattern.js';
import { aliveSince } from '../tab/tab-access.js';
import type { TabCommand } from './command-schemas.js';

const MINUTE_MS = 60_000;
const COMMANDS_PER_MINUTE = 30;
/** How long answers can be read and counted. */
const KEPT_MS = 10 * MINUTE_MS;

/** The command as the tab receives it. Throws `422` unless what it opens is a page of the workspace. */
export function checkedCommand(slug: string, command: TabCommand): TabCommand {
  if (command.type !== 'open') return command;
  const path = pageOf(slug, command.path);
  if (path === null)
    throw validationFailed([{ path: '/path', code: 'invalid', message: `must be a page below /w/${slug}.` }]);
  return { ...command, path };
}

interface SentCommand {
  readonly tx: Transaction;
  readonly request: Pick<RouteRequest, 'workspace' | 'caller' | 'address'>;
  readonly tab: { readonly workspaceId: string; readonly id: string };
  readonly id: string;
  readonly command: TabCommand;
}

export async function sendCommand(
  { services, bell }: DriveContext,
  { tx, request, tab, id, command }: SentCommand,
): Promise<void> {
  const db = driveIn(tx.db);
  const { user, credential } = callerOf(request);
  const now = services.now();
  const found = await db
    .selectFrom('drive_tab')
    .select('id')
    .where('workspace_id', '=', tab.workspaceId)
    .where('id', '=', tab.id)
    .where('user_id', '=', user.id)
    .where('seen_at', '>', aliveSince(now))
    .executeTakeFirst();
  if (!found) throw notFound('Tab');
  // Locked, so that concurrent commands of one token are counted one after the other.
  const token = await tx.db
    .selectFrom('api_token')
    .select('name')
    .where('id', '=', credential.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await requireRoom(db, credential.id, now);
  const sent = { workspace_id: tab.workspaceId, id, tab_id: tab.id, state: 'queued', sent_at: now } as const;
  await db
    .insertInto('drive_command')
    .values({
      ...sent,
      token_id: credential.id,
      token_name: token.name,
      command: JSON.stringify(command),
      reason: null,
    })
    .execute();
  await auditChange(tx, request, {
    action: 'tab.commanded',
    target: { id: tab.id, command: id, workspace: workspaceOf(request).slug, ...command },
  });
  await bell.ring(tx, tab.id);
}

async function requireRoom(db: DriveDatabase, tokenId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('drive_command')
    .where('token_id', '=', tokenId)
    .where('sent_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
  const recent = await db
    .selectFrom('drive_command')
    .select('sent_at')
    .where('token_id', '=', tokenId)
    .where('sent_at', '>', new Date(now.getTime() - MINUTE_MS))
    .orderBy('sent_at')
    .limit(COMMANDS_PER_MINUTE)
    .execute();
  const [oldest] = recent;
  if (recent.length < COMMANDS_PER_MINUTE || !oldest) return;
  const freeInS = Math.max(1, Math.ceil((oldest.sent_at.getTime() + MINUTE_MS - now.getTime()) / 1_000));
  throw fail('rate_limited', `A token sends at most ${COMMANDS_PER_MINUTE} commands a minute.`, {
    headers: { 'retry-after': String(freeInS) },
  });
}
