import { fail } from '@cubit/core';
import type { WorkspaceAccess, WorkspaceSchema } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { CapabilityHost } from '@cubit/runtime';
import { blockedBy } from '../definition/blocked-by.js';
import type { CheckedWire } from '../definition/check-wire.js';
import type { CheckedWires } from '../definition/checked-wires.js';
import { MAX_DEPTH } from '../settings.js';
import type { RunFailure } from './attempt-result.js';
import { type Evaluation, evaluationOf } from './evaluate-wire.js';
import type { LoadedEvent, LoadedRun, LoadedWire } from './loaded-run.js';
import { SKIPPED } from './skip-reason.js';
import type { RunError } from '../tables/schema.js';

export interface JudgeOptions {
  readonly host: CapabilityHost;
  readonly wires: CheckedWires;
  /** The operator has paused all wires. */
  readonly paused: boolean;
}

/** Outcome of a run before it is recorded. The writes of the action are already in the transaction. */
export type RunOutcome =
  | { readonly type: 'dropped' }
  | { readonly type: 'skipped'; readonly reason: RunError; readonly failure?: RunFailure['kind'] }
  | { readonly type: 'suspended'; readonly reason: 'paused' | 'blocked'; readonly version: number }
  | { readonly type: 'split'; readonly targets: readonly string[] }
  | { readonly type: 'done'; readonly result: unknown };

/** A run of a wire that may execute, as far as that is known without reading records. */
export interface JudgedRun {
  readonly type: 'judged';
  readonly run: LoadedRun;
  readonly wire: LoadedWire;
  readonly event: LoadedEvent;
  readonly checked: CheckedWire;
  /** Access with the role of the wire's creator. */
  readonly workspace: WorkspaceAccess;
  /** Null if the wire reads the record of the event: then condition and target are not known yet. */
  readonly known: { readonly evaluation: Evaluation; readonly target: string | null } | null;
}

/** Decides what is known of a run of a wire before records are read. Throws if the run fails. */
export async function judgeRun(
  { host, wires, paused }: JudgeOptions,
  { db }: Pick<Transaction, 'db'>,
  { run, now }: { readonly run: LoadedRun; readonly now: Date },
): Promise<RunOutcome | JudgedRun> {
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
  const schema = await services.workspaces.load(db, workspace.id, version);
  if (blockedBy(wire, { schema, registry: services.registry }))
    return { type: 'suspended', reason: 'blocked', version };
  const checked = wires.get(wire, schema);
  const access = creatorsAccess(run, schema);
  const judged = { type: 'judged', run, wire, event, checked, workspace: access } as const;
  if (checked.readsRecord || checked.subtrees.length > 0) return { ...judged, known: null };
  const evaluation = evaluationOf(checked, { event, record: undefined, workspace: access, now });
  const found = targetOf(evaluation, run, wire);
  return 'type' in found ? found : { ...judged, known: { evaluation, target: found.target } };
}

/** The target of a run, from its condition and its record expression unless it is split already. */
export function targetOf(
  { condition, targets }: Evaluation,
  { split, recordId }: LoadedRun,
  { trace }: LoadedWire,
): RunOutcome | { readonly target: string | null } {
  if (split) return { target: recordId };
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
