import type { AnyRecord } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { WorkspaceTransaction } from '@cubit/records';
import { rememberForeignIds } from '../keys/foreign-ids.js';
import { type BatchContext, type BatchState, countCreated, DIGEST_ORIGIN, type ImportMemory } from './batch-context.js';
import { changedFields, newFaults, newFields } from './check-row.js';
import { matchRows, matchTogether, type RowTarget } from './match-rows.js';
import { mergeRows, type RowGroup } from './merge-rows.js';
import { leaveKept } from './leave-kept.js';
import { keepState, startState } from './record-state.js';
import { resolveDetails } from './resolve-details.js';
import type { RowDraft } from './row-draft.js';
import { settleReferences } from './settle-references.js';
import { settleOwnUnits, settleUnits } from './settle-units.js';
import { refuseDuplicates, type ResolvedRow } from './unique-rows.js';
import { idOf, remainingRows, writeRows } from './write-rows.js';

export interface BatchOutcome {
  readonly created: number;
  readonly updated: number;
  /** Rows whose records and details were there already. */
  readonly unchanged: number;
  /** Rows without a value for any target, and those that a reader leaves out. */
  readonly skipped: number;
  readonly not_fitted: number;
  readonly excluded: number;
  /** Records created besides those of the rows, by kind. */
  readonly records: ReadonlyMap<string, number>;
  /** Their faults are in the drafts. */
  readonly rejected: readonly RowDraft[];
  /** Rows that refer to missing records of their own kind, which a later row may create. */
  readonly waiting: readonly RowDraft[];
  readonly memory: ImportMemory;
}

interface Round {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: readonly RowDraft[];
  readonly waiting: readonly RowDraft[];
}

interface BatchOptions {
  readonly memory: ImportMemory;
  /** No later row may create what a row refers to. */
  readonly isLast: boolean;
}

/**
 * Imports a batch of rows within one transaction, in a constant number of statements. Rows that refer to each other are
 * written in rounds, referenced rows first.
 */
export async function importBatch(
  context: BatchContext,
  tx: Transaction,
  { drafts, memory, isLast }: BatchOptions & { readonly drafts: readonly RowDraft[] },
): Promise<BatchOutcome> {
  const state: BatchState = {
    context,
    merged: new Set(memory.merged),
    details: new Map(memory.details),
    created: new Map(),
    isLast,
  };
  const taken = drafts.filter(({ isEmpty }) => !isEmpty);
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const rejected: RowDraft[] = [];
  let open: readonly RowDraft[] = taken;
  for (;;) {
    const before = open.length;
    const round = await importRound(state, tx, open);
    counts.created += round.created;
    counts.updated += round.updated;
    counts.unchanged += round.unchanged;
    rejected.push(...round.rejected);
    open = round.waiting;
    if (open.length === 0 || open.length === before) break;
  }
  return {
    ...counts,
    skipped: drafts.length - taken.length,
    not_fitted: drafts.filter(({ leftOut }) => leftOut === 'not_fitted').length,
    excluded: drafts.filter(({ leftOut }) => leftOut === 'excluded').length,
    records: state.created,
    rejected,
    waiting: open,
    memory: { merged: state.merged, details: state.details },
  };
}

async function importRound(state: BatchState, tx: Transaction, drafts: readonly RowDraft[]): Promise<Round> {
  const { context } = state;
  const { host, workspace, actor, kind, shape } = context;
  const waits = await settleReferences(state, tx, { node: context.node, drafts });
  const known = drafts.filter((draft) => !waits.has(draft));
  // Reads only, so it leaves no deferred work.
  const reader = host.enter({ tx, workspace, actor });
  await settleUnits(reader, known);
  const { groups, later } = mergeRows(state, known);
  const leaders = groups.map(({ draft }) => draft);
  const targets = await targetsOf(context, reader, leaders);
  const present = recordsOf(targets);
  await settleUnits(reader, leaders, present);
  await settleOwnUnits(reader, leaders, present);
  const settled = groups.map((group) => resolveRow(context, group, targets?.get(group.draft)));
  const detailed = await resolveDetails(state, reader, settled);
  const good = remainingRows(detailed);
  await refuseDuplicates(reader, { kind, shape }, good);
  const written = await writeRows(context, tx, remainingRows(good));
  await remember(context, tx, written);
  const outcome = outcomeOf(state, written);
  return {
    ...outcome,
    rejected: known.filter(({ faults }) => faults.length > 0),
    waiting: [...waits, ...later.filter(({ faults }) => faults.length === 0)],
  };
}

async function targetsOf(
  { kind, shape, key, origin, node }: BatchContext,
  reader: WorkspaceTransaction,
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<RowDraft, RowTarget> | null> {
  if (key !== null) return matchRows(reader, { kind, shape, key, origin }, drafts);
  const { match } = node.importing;
  return match ? matchTogether(reader, { kind, fields: match }, drafts) : null;
}

/** The records that drafts change. */
function recordsOf(targets: ReadonlyMap<RowDraft, RowTarget> | null): ReadonlyMap<RowDraft, AnyRecord> {
  return new Map(
    [...(targets ?? [])].flatMap(([draft, target]) =>
      target.operation === 'create' ? [] : [[draft, target.record] as const],
    ),
  );
}

function resolveRow(context: BatchContext, { draft, members }: RowGroup, given: RowTarget | undefined): ResolvedRow {
  const { shape, host, node } = context;
  const found = given ?? { operation: 'create', id: null };
  const target = found.operation === 'create' ? { ...found, id: found.id ?? host.services.newId() } : found;
  const row = { draft, members, target, details: [] };
  if (target.operation === 'create') {
    startState(draft);
    if (draft.faults.length === 0) draft.faults.push(...newFaults(shape, draft));
    return { ...row, fields: newFields(draft) };
  }
  keepState(draft, target.record);
  dropFallbacks(draft);
  if (node.importing.keep === true) {
    for (const member of members) leaveKept(member, target.record);
    return { ...row, fields: target.record.fields as ResolvedRow['fields'] };
  }
  const { fields, faults } = changedFields(shape, target.record, draft);
  if (draft.faults.length === 0) draft.faults.push(...faults);
  return { ...row, fields };
}

/** Fallbacks are for new records: the row changes the field only by what it says itself. */
function dropFallbacks({ fallbacks, fields }: RowDraft): void {
  for (const [name, value] of fallbacks)
    if (value === undefined) delete fields[name];
    else fields[name] = value;
}

async function remember(
  { workspace, kind, origin, digest }: BatchContext,
  tx: Transaction,
  written: readonly ResolvedRow[],
): Promise<void> {
  const source = { db: tx.db, workspaceId: workspace.id, now: tx.now };
  const ids = written.flatMap(({ members, target }) =>
    members.flatMap(({ foreignId }) => (foreignId === null ? [] : [{ foreignId, recordId: idOf(target) }])),
  );
  await rememberForeignIds(source, { kind: kind.id, origin, ids });
  const last = written.at(-1);
  if (digest !== null && last)
    await rememberForeignIds(source, {
      kind: kind.id,
      origin: DIGEST_ORIGIN,
      ids: [{ foreignId: digest, recordId: idOf(last.target) }],
    });
}

function outcomeOf(
  state: BatchState,
  written: readonly ResolvedRow[],
): Pick<Round, 'created' | 'updated' | 'unchanged'> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { draft, target, members, details, isChanged = true } of written) {
    const detailed = new Set(details.map(({ member }) => member));
    for (const { draft: detail } of details) countCreated(state, detail.node.kind.id, 1);
    for (const member of members) {
      if (member === draft && target.operation === 'create') counts.created += 1;
      else if (draft.node.importing.keep !== true) counts[isChanged ? 'updated' : 'unchanged'] += 1;
      else if (detailed.has(member)) counts.created += 1;
      else counts.unchanged += 1;
    }
  }
  return counts;
}
