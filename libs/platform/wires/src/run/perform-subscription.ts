import { fail, type CapabilityHost, type Transaction } from '@cubit/core';
import type { Subscriber } from '../dispatch/subscribers.js';
import { MAX_DEPTH } from '../settings.js';
import type { LoadedRun } from './loaded-run.js';
import type { Performance } from './perform-wire.js';
import { SKIPPED } from './skip-reason.js';
import { causeOf, SYSTEM } from './tell.js';

/** Runs a module's code on an event, under the rights of the module itself. Throws where it fails. */
export async function performSubscription(
  host: CapabilityHost,
  tx: Transaction,
  { run, subscriber }: { readonly run: LoadedRun; readonly subscriber: Subscriber | undefined },
): Promise<Performance> {
  const { workspace, event } = run;
  if (!workspace) return { type: 'dropped' };
  if (!event) return { type: 'skipped', reason: SKIPPED.eventGone };
  if (run.depth > MAX_DEPTH) return { type: 'skipped', reason: SKIPPED.depth };
  // A process of an older version does not know it: another one will.
  if (!subscriber) throw fail('conflict', `This process has no subscription '${run.subscription ?? ''}'.`);
  const access = await host.services.workspaces.systemAccess(tx.db, workspace);
  if (!access.schema.modules.has(subscriber.module)) return { type: 'skipped', reason: SKIPPED.moduleOff };
  const transaction = host.enter({
    tx,
    workspace: access,
    actor: SYSTEM,
    cause: causeOf(run),
  });
  const { subjectId: _, ...delivered } = event;
  await subscriber.definition.run(transaction.contextOf(subscriber.module, null), {
    ...delivered,
    occurred_at: event.occurred_at.toISOString(),
  });
  return { type: 'done', result: null, recordId: null };
}
