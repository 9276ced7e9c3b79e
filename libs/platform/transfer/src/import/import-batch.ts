import type { Transaction } from '@cubit/database';
import type { ReferenceLookup } from '../keys/reference-lookup.js';
import { isList, targetOf } from '../keys/page-keys.js';
import { changedFields, newFaults, newFields } from './check-row.js';
import { matchRows } from './match-rows.js';
import { fieldPath, type RowDraft } from './row-draft.js';
import { refuseDuplicates, type ResolvedRow } from './unique-rows.js';
import { writeRows, type WriteContext } from './write-rows.js';

export interface BatchContext extends WriteContext {
  readonly lookup: ReferenceLookup;
  /** The field, or `id`, by which the record of a row is found. Null: every row creates a record. */
  readonly key: string | null;
}

export interface BatchOutcome {
  readonly created: number;
  readonly updated: number;
  /** Their faults are in the drafts. */
  readonly rejected: readonly RowDraft[];
  /** Rows that refer to missing records of their own kind, which a later row may create. */
  readonly waiting: readonly RowDraft[];
}

/**
 * Imports a batch of rows within one transaction, in a constant number of statements. Rows that refer to each other are
 * written in rounds, referenced rows first.
 */
export async function importBatch(
  context: BatchContext,
  tx: Transaction,
  drafts: readonly RowDraft[],
): Promise<BatchOutcome> {
  let open = drafts;
  let created = 0;
  let updated = 0;
  const rejected: RowDraft[] = [];
  for (;;) {
    const round = await importRound(context, tx, open);
    created += round.created;
    updated += round.updated;
    rejected.push(...round.rejected);
    open = round.waiting;
    if (open.length === 0 || round.created + round.updated === 0) return { created, updated, rejected, waiting: open };
  }
}

async function importRound(context: BatchContext, tx: Transaction, drafts: readonly RowDraft[]): Promise<BatchOutcome> {
  const { host, workspace, actor, kind, shape, key, lookup } = context;
  await lookup.look({ db: tx.db, workspaceId: workspace.id }, drafts);
  const waiting: RowDraft[] = [];
  const known = drafts.filter((draft) => {
    const isWaiting = resolveReferences(draft, lookup, kind.id);
    if (isWaiting) waiting.push(draft);
    return !isWaiting;
  });
  // Reads only, so it leaves no deferred work.
  const reader = host.enter({ tx, workspace, actor });
  const targets = key === null ? null : await matchRows(reader, { kind, shape, key }, known);
  const settled = known.map((draft): ResolvedRow => {
    const target = targets?.get(draft) ?? { operation: 'create', id: null };
    if (target.operation === 'create') {
      if (draft.faults.length === 0) draft.faults.push(...newFaults(shape, draft));
      return { draft, target, fields: newFields(draft) };
    }
    const { fields, faults } = changedFields(shape, target.record, draft);
    if (draft.faults.length === 0) draft.faults.push(...faults);
    return { draft, target, fields };
  });
  const good = settled.filter(({ draft }) => draft.faults.length === 0);
  await refuseDuplicates(reader, { kind, shape }, good);
  const written = await writeRows(
    context,
    tx,
    good.filter(({ draft }) => draft.faults.length === 0),
  );
  const created = written.filter(({ target }) => target.operation === 'create').length;
  return {
    created,
    updated: written.length - created,
    rejected: known.filter(({ faults }) => faults.length > 0),
    waiting,
  };
}

/** Resolves references to ids. True if the row waits for a record of its own kind and has no other fault. */
function resolveReferences(draft: RowDraft, lookup: ReferenceLookup, kindId: string): boolean {
  let waits = false;
  const faults: RowDraft['faults'] = [];
  for (const reference of draft.references.values()) {
    const { field } = reference;
    const found = lookup.find(reference);
    const ids = found.flatMap((one) => ('id' in one ? [one.id] : []));
    for (const one of found) {
      if ('id' in one) continue;
      if (targetOf(field) === kindId && !one.ambiguous) waits = true;
      else faults.push({ path: fieldPath(draft.number, field.name), code: 'unknown_reference', message: one.fault });
    }
    draft.fields[field.name] = isList(field) ? ids : (ids[0] ?? null);
  }
  draft.faults.push(...faults);
  return waits && draft.faults.length === 0;
}

/** Rejects rows whose references were never created. */
export function refuseUnresolved(draft: RowDraft, lookup: ReferenceLookup): void {
  for (const reference of draft.references.values())
    for (const one of lookup.find(reference))
      if ('fault' in one)
        draft.faults.push({
          path: fieldPath(draft.number, reference.field.name),
          code: 'unknown_reference',
          message: one.fault,
        });
}
