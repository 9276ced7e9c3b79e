import type { Actor, CapabilityHost, Cause, Transaction } from '@cubit/core';
import { loopStopped, runFailed, wireTripped } from '../module/events.js';
import { wiresModule } from '../module/wires.module.js';
import type { LoadedRun } from './loaded-run.js';
import type { Trouble } from './run-step.js';

export const SYSTEM: Actor = { type: 'system', id: null, via: { type: 'system', id: null } };

const EVENTS = { failed: runFailed, loop: loopStopped, tripped: wireTripped };

/** Emits what happened to a wire, in the transaction that makes it happen. Not about wires on such events: it would go on for ever. */
export async function tell(
  host: CapabilityHost,
  tx: Transaction,
  { run, kind, reason }: Trouble & { readonly run: LoadedRun },
): Promise<void> {
  const { wire, workspace } = run;
  const { registry, workspaces } = host.services;
  if (!wire || !workspace || !registry.modules.has(wiresModule.name)) return;
  if (wire.event.startsWith(`${wiresModule.name}.`)) return;
  const transaction = host.enter({
    tx,
    workspace: await workspaces.systemAccess(tx.db, workspace),
    actor: SYSTEM,
    cause: causeOf(run),
  });
  transaction.contextOf(wiresModule.name, null).emit(EVENTS[kind], {
    wireId: wire.id,
    wireName: wire.name,
    runId: run.id,
    ownerId: wire.createdBy,
    code: reason.code,
    reason: reason.message,
  });
}

export function causeOf({ wireId, id, event }: LoadedRun): Cause | null {
  return event ? { wire_id: wireId, run_id: id, event_id: event.id } : null;
}
