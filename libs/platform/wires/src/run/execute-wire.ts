import { fail } from '@cubit/core';
import { invokeAction } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';
import type { WorkspaceAccess, WorkspaceSchema } from '@cubit/core/host';
import { blockedBy } from '../definition/blocked-by.js';
import type { CheckedWires } from '../definition/checked-wires.js';
import { MAX_DEPTH } from '../settings.js';
import type { RunError } from '../tables/schema.js';
import { evaluateWire } from './evaluate-wire.js';
import { findTarget } from './find-target.js';
import type { LoadedEvent, LoadedRun, LoadedWire } from './loaded-run.js';
import type { RunFailure } from './attempt-result.js';
import { unavailableReason } from './unavailable-reason.js';
import { causeOf } from './run-events.js';
import { SKIPPED } from './skip-reason.js';

export interface ExecuteWireOptions {
  readonly host: CapabilityHost;
  readonly wires: CheckedWires;
  /** The operator has paused all wires. */
  readonly paused: boolean;
}

/** The target of a run, kept even if the run fails afterwards. */
export interface RunTarget {
  recordId: string | null;
}

/** Outcome of a run before it is recorded. The writes of the action are already in the transaction. */
export type RunOutcome =
  | { readonly type: 'dropped' }
  | { readonly type: 'skipped'; readonly reason: RunError; readonly failure?: RunFailure['kind'] }
  | { readonly type: 'suspended'; readonly reason: 'paused' | 'blocked'; readonly version: number }
  | { readonly type: 'split'; readonly targets: readonly string[] }
  | { readonly type: 'done'; readonly result: unknown };

/** Executes a run of a wire with the rights of the wire's creator. Throws if it fails. */
export async function executeWire(
  { host, wires, paused }: ExecuteWireOptions,
  tx: Transaction,
  { run, runTarget }: { readonly run: LoadedRun; readonly runTarget: RunTarget },
): Promise<RunOutcome> {
  const { wire, workspace, event } = run;
  if (!wire || !workspace) return { type: 'dropped' };
  const version = workspace.schemaVersion;
  if (paused || workspace.paused || wire.paused) return { type: 'suspended', reason: 'paused', version };
  if (!wire.enabled) return { type: 'skipped', reason: SKIPPED.disabled };
  if (!event) return { type: 'skipped', reason: SKIPPED.eventGone };
  if (run.overCap) return { type: 'skipped', reason: SKIPPED.rateCap, failure: 'tripped' };
  if (run.depth > MAX_DEPTH) return { type: 'skipped', reason: SKIPPED.depth, failure: 'loop' };
  if (isReEntry(run, wire, event)) return { type: 'skipped', reason: SKIPPED.reEntry, failure: 'loop' };
  const { services } = host;
  const schema = await services.workspaces.load(tx.db, workspace.id, version);
  if (blockedBy(wire, { schema, registry: services.registry }))
    return { type: 'suspended', reason: 'blocked', version };
  const checked = wires.get(wire, schema);
  const transaction = host.enter({
    tx,
    workspace: creatorsAccess(run, schema),
    actor: { type: 'user', id: wire.createdBy, via: { type: 'wire', id: wire.id } },
    cause: causeOf(run),
  });
  const evaluation = await evaluateWire(transaction, checked, event);
  const found = run.split ? { target: run.recordId } : evaluateTarget(evaluation, wire);
  if ('type' in found) return found;
  const { target } = found;
  runTarget.recordId = target;
  const record = target === null ? null : await findTarget(transaction, checked, target);
  // Checked only before the last attempt: until then another wire may make the action available.
  const reason = run.attemptsLeft > 1 ? null : await unavailableReason(transaction, checked.action, record);
  if (reason !== null) return { type: 'skipped', reason: { code: 'not_available', message: reason } };
  const { result } = await invokeAction(transaction, wire.action, { record, input: evaluation.input(target) });
  return { type: 'done', result };
}

/** Evaluates condition and targets of a run that is not split yet. */
function evaluateTarget(
  { condition, targets }: Awaited<ReturnType<typeof evaluateWire>>,
  { trace }: LoadedWire,
): RunOutcome | { readonly target: string | null } {
  const without = (reason: RunError): RunOutcome => (trace ? { type: 'skipped', reason } : { type: 'dropped' });
  if (!condition()) return without(SKIPPED.condition);
  const found = targets();
  if (found === null) return { target: null };
  const [first] = found;
  if (first === undefined) return without(SKIPPED.noRecord);
  return found.length === 1 ? { target: first } : { type: 'split', targets: found };
}

/** A wire in mode `single` does not run as a consequence of its own run for the same record. */
function isReEntry({ chain }: LoadedRun, { id, mode }: LoadedWire, { subjectId }: LoadedEvent): boolean {
  return mode === 'single' && chain.includes(`${id}/${subjectId ?? ''}`);
}

function creatorsAccess({ workspace, role, wire }: LoadedRun, schema: WorkspaceSchema): WorkspaceAccess {
  if (!workspace || role === null)
    throw fail('forbidden', `The creator of wire '${wire?.name ?? ''}' is no longer a member of the workspace.`);
  const { id, slug, name } = workspace;
  return { id, slug, name, role, schema };
}
