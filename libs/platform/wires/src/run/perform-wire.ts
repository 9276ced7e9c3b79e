import {
  fail,
  invokeAction,
  type CapabilityHost,
  type Transaction,
  type WorkspaceAccess,
  type WorkspaceSchema,
} from '@cubit/core';
import { blockedBy } from '../definition/blocked-by.js';
import type { CheckedWires } from '../definition/checked-wires.js';
import { MAX_DEPTH } from '../settings.js';
import type { RunError } from '../tables/schema.js';
import { evaluateWire } from './evaluate-wire.js';
import { findTarget } from './find-target.js';
import type { LoadedEvent, LoadedRun, LoadedWire } from './loaded-run.js';
import type { Trouble } from './run-step.js';
import { objectionTo } from './objection.js';
import { causeOf } from './tell.js';
import { SKIPPED } from './skip-reason.js';

export interface WirePerformance {
  readonly host: CapabilityHost;
  readonly wires: CheckedWires;
  /** The operator has paused all wires. */
  readonly paused: boolean;
}

/** What a run of a wire came to, before it is written. Everything that the action wrote is in the transaction already. */
export type Performance =
  | { readonly type: 'dropped' }
  | { readonly type: 'skipped'; readonly reason: RunError; readonly trouble?: Trouble['kind'] }
  | { readonly type: 'held'; readonly held: 'paused' | 'blocked'; readonly version: number }
  | { readonly type: 'split'; readonly targets: readonly string[] }
  | { readonly type: 'done'; readonly result: unknown; readonly recordId: string | null };

/** Does a run as its wire says, under the rights of the wire's creator. Throws where it fails. */
export async function performWire(
  { host, wires, paused }: WirePerformance,
  tx: Transaction,
  run: LoadedRun,
): Promise<Performance> {
  const { wire, workspace, event } = run;
  if (!wire || !workspace) return { type: 'dropped' };
  const version = workspace.schemaVersion;
  if (paused || workspace.paused || wire.paused) return { type: 'held', held: 'paused', version };
  if (!wire.enabled) return { type: 'skipped', reason: SKIPPED.disabled };
  if (!event) return { type: 'skipped', reason: SKIPPED.eventGone };
  if (run.overCap) return { type: 'skipped', reason: SKIPPED.rateCap, trouble: 'tripped' };
  if (run.depth > MAX_DEPTH) return { type: 'skipped', reason: SKIPPED.depth, trouble: 'loop' };
  if (reEnters(run, wire, event)) return { type: 'skipped', reason: SKIPPED.reEntry, trouble: 'loop' };
  const { services } = host;
  const schema = await services.workspaces.load(tx.db, workspace.id, version);
  if (blockedBy(wire, { schema, registry: services.registry })) return { type: 'held', held: 'blocked', version };
  const checked = wires.get(wire, schema);
  const transaction = host.enter({
    tx,
    workspace: creatorsAccess(run, schema),
    actor: { type: 'user', id: wire.createdBy, via: { type: 'wire', id: wire.id } },
    cause: causeOf(run),
  });
  const evaluation = await evaluateWire(transaction, checked, event);
  const aim = run.recordId === null ? aimOf(evaluation, wire) : { target: run.recordId };
  if ('type' in aim) return aim;
  const record = aim.target === null ? null : await findTarget(transaction, checked, aim.target);
  // What another wire is about to do may make it possible: it is refused, and so tried again, before it is given up.
  const objection = run.attemptsLeft > 1 ? null : await objectionTo(transaction, checked.action, record);
  if (objection !== null) return { type: 'skipped', reason: { code: 'not_available', message: objection } };
  const { result } = await invokeAction(transaction, wire.action, { record, input: evaluation.input(aim.target) });
  return { type: 'done', result, recordId: aim.target };
}

/** Condition and targets, which are judged once: what was split from one run is not asked again. */
function aimOf(
  { condition, targets }: Awaited<ReturnType<typeof evaluateWire>>,
  { trace }: LoadedWire,
): Performance | { readonly target: string | null } {
  const without = (reason: RunError): Performance => (trace ? { type: 'skipped', reason } : { type: 'dropped' });
  if (!condition()) return without(SKIPPED.condition);
  const found = targets();
  if (found === null) return { target: null };
  const [first] = found;
  if (first === undefined) return without(SKIPPED.noRecord);
  return found.length === 1 ? { target: first } : { type: 'split', targets: found };
}

/** A wire that runs once at a time for a record does not run as a consequence of its own run for that record. */
function reEnters({ chain }: LoadedRun, { id, mode }: LoadedWire, { subjectId }: LoadedEvent): boolean {
  return mode === 'single' && chain.includes(`${id}/${subjectId ?? ''}`);
}

function creatorsAccess({ workspace, role, wire }: LoadedRun, schema: WorkspaceSchema): WorkspaceAccess {
  if (!workspace || role === null)
    throw fail('forbidden', `The creator of wire '${wire?.name ?? ''}' is no member of the workspace any more.`);
  const { id, slug, name } = workspace;
  return { id, slug, name, role, schema };
}
