import type { DriveContext } from '../drive-context.js';
import { driveIn } from '../tables/schema.js';

const LOOK_MS = 1_000;

interface AwaitedCommand {
  readonly tab: { readonly workspaceId: string; readonly id: string };
  readonly id: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** The answer of the tab; `sent` if there is none in time. */
export async function waitForAnswer(
  { services, bell, stopping }: DriveContext,
  { tab, id, waitMs, signal }: AwaitedCommand,
): Promise<{ readonly state: string; readonly reason: string | null }> {
  const listening = bell.listen(tab.id);
  const ending = AbortSignal.any([signal, stopping.signal]);
  const until = performance.now() + waitMs;
  const db = driveIn(services.database.db);
  try {
    for (;;) {
      const row = await db
        .selectFrom('drive_command')
        .select(['state', 'reason'])
        .where('workspace_id', '=', tab.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (row && row.state !== 'queued' && row.state !== 'sent') return row;
      const left = until - performance.now();
      if (left <= 0 || ending.aborted) return { state: 'sent', reason: 'The tab has not answered yet.' };
      await listening.next(Math.min(LOOK_MS, left), ending);
    }
  } catch {
    // It was sent; that its answer could not be read must not fail the request.
    return { state: 'sent', reason: 'The answer of the tab could not be read.' };
  } finally {
    listening.end();
  }
}
