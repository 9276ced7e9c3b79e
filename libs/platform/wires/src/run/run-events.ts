import type { Actor } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { loopStopped, runFailed, wireFailing, wireTripped } from '../module/events.js';
import { wiresModule } from '../module/wires.module.js';
import { wiresIn } from '../tables/schema.js';
import { causeOf, type LoadedRun } from './loaded-run.js';
import { raiseAlarm } from './raise-alarm.js';
import type { RunFailure } from './attempt-result.js';
import type { ExecuteWireOptions } from './execute-wire.js';

export const SYSTEM: Actor = { type: 'system', id: null, via: { type: 'system', id: null } };

const EVENTS = { failed: runFailed, loop: loopStopped, tripped: wireTripped };

/** Emits the events about a failed, looping or tripped wire in the transaction that records the outcome. */
export async function emitRunFailure(
  { host, batch }: ExecuteWireOptions,
  tx: Transaction,
  { run, kind, reason }: RunFailure & { readonly run: LoadedRun },
): Promise<void> {
  const { wire, workspace } = run;
  const { registry, workspaces } = host.services;
  if (!wire || !workspace || !registry.modules.has(wiresModule.name)) return;
  const isFirst =
    kind === 'failed' && (await raiseAlarm(wiresIn(tx.db), { workspaceId: workspace.id, wireId: wire.id, at: tx.now }));
  // A wire that reacts to these events would trigger itself for ever: such wires emit at most one event an hour.
  const isOnWires = wire.event.startsWith(`${wiresModule.name}.`);
  if (isOnWires && !isFirst) return;
  const transaction = host.enter({
    tx,
    workspace: await workspaces.systemAccess(tx.db, workspace),
    actor: SYSTEM,
    cause: causeOf(run),
    ...(batch ? { batch } : {}),
  });
  const { emit } = transaction.contextOf(wiresModule.name, null);
  const payload = {
    wireId: wire.id,
    wireName: wire.name,
    runId: run.id,
    ownerId: wire.createdBy,
    code: reason.code,
    reason: reason.message,
  };
  if (!isOnWires) emit(EVENTS[kind], payload);
  if (isFirst) emit(wireFailing, payload);
}
