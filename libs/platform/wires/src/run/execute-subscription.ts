import { fail } from '@cubit/core';
import type { Transaction } from '@cubit/database';
import type { Subscriber } from '../dispatch/subscribers.js';
import { MAX_DEPTH } from '../settings.js';
import { causeOf, type LoadedRun } from './loaded-run.js';
import type { ExecuteWireOptions } from './execute-wire.js';
import type { RunOutcome } from './judge-run.js';
import { SKIPPED } from './skip-reason.js';
import { SYSTEM } from './run-events.js';

/** Runs a subscription for an event with the rights of its module. Throws if it fails. */
export async function executeSubscription(
  { host, batch }: ExecuteWireOptions,
  tx: Transaction,
  { run, subscriber }: { readonly run: LoadedRun; readonly subscriber: Subscriber | undefined },
): Promise<RunOutcome> {
  const { workspace, event } = run;
  if (!workspace) return { type: 'dropped' };
  if (!event) return { type: 'skipped', reason: SKIPPED.eventGone };
  if (run.depth > MAX_DEPTH) return { type: 'skipped', reason: SKIPPED.depth };
  // A process of an older version does not have the subscription; the retry runs in another process.
  if (!subscriber) throw fail('conflict', `This process has no subscription '${run.subscription ?? ''}'.`);
  const access = await host.services.workspaces.systemAccess(tx.db, workspace);
  if (!access.schema.modules.has(subscriber.module)) return { type: 'skipped', reason: SKIPPED.moduleOff };
  const transaction = host.enter({
    tx,
    workspace: access,
    actor: SYSTEM,
    cause: causeOf(run),
    ...(batch ? { batch } : {}),
  });
  const { subjectId: _, ...payload } = event;
  await subscriber.definition.run(transaction.contextOf(subscriber.module, null), {
    ...payload,
    occurred_at: event.occurred_at.toISOString(),
  });
  return { type: 'done', result: null };
}
