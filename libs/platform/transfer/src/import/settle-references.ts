import type { Transaction } from '@cubit/database';
import { isList, targetOf } from '../keys/page-keys.js';
import type { BatchState } from './batch-context.js';
import { createMissing } from './create-missing.js';
import { findOrCreate } from './find-or-create.js';
import type { ImportNode } from './import-node.js';
import { addFault, addLoss, type RowDraft } from './row-draft.js';

/**
 * Resolves what the drafts of one kind refer to, and creates what is missing and may be created: first the records that rows
 * describe, innermost first, then those that they name. Returns the drafts that wait for a record of their own kind in a later row.
 */
export async function settleReferences(
  state: BatchState,
  tx: Transaction,
  { node, drafts }: { readonly node: ImportNode; readonly drafts: readonly RowDraft[] },
): Promise<ReadonlySet<RowDraft>> {
  const names = new Set(drafts.flatMap(({ nested }) => [...nested.keys()]));
  const waits = new Set<RowDraft>();
  for (const name of names) {
    const inner = node.nested(name);
    if (!inner) continue;
    const described = drafts.flatMap(({ nested }) => nested.get(name) ?? []);
    const waiting = await settleReferences(state, tx, { node: inner, drafts: described });
    for (const draft of drafts) if (draft.nested.get(name)?.some((one) => waiting.has(one))) waits.add(draft);
    if (node.detail(name)) continue;
    const found = await findOrCreate(state, tx, { node: inner, drafts: described });
    for (const draft of drafts) {
      const id = found.get(draft.nested.get(name)?.[0] ?? draft);
      if (id === undefined) continue;
      draft.fields[name] = id;
      draft.references.delete(name);
    }
  }
  const { lookup, workspace } = state.context;
  await lookup.look({ db: tx.db, workspaceId: workspace.id }, drafts);
  await createMissing(state, tx, drafts);
  for (const draft of drafts) if (resolve(state, draft)) waits.add(draft);
  return waits;
}

/** Sets the ids of references. True if the row waits for a record of its own kind and has no fault. */
function resolve({ context: { lookup, kind }, isLast }: BatchState, draft: RowDraft): boolean {
  let waits = false;
  for (const reference of draft.references.values()) {
    const { field, foreign, keys, values } = reference;
    const found = lookup.find(reference);
    const ids = found.flatMap((one) => ('id' in one ? [one.id] : []));
    for (const one of found) {
      if ('id' in one) continue;
      if (!isLast && targetOf(field) === kind.id && !one.ambiguous) waits = true;
      else if (foreign !== null && keys === null && values === null && !field.required && draft.node.lenient)
        addLoss(draft, field.name, `${one.fault} It was left out.`);
      else addFault(draft, { name: field.name, code: 'unknown_reference', message: one.fault });
    }
    draft.fields[field.name] = isList(field) ? ids : (ids[0] ?? null);
  }
  return waits && draft.faults.length === 0;
}
