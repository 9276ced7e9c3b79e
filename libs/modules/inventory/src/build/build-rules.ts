import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { errorOf, type KindHookContext, type RecordChange, type RecordDraft } from '@cubit/core';
import { part } from '../part/part.kind.js';
import type { Build, BuildKind } from './build.fields.js';

type Draft = RecordDraft<BuildKind>;

const SERIES = 'build';
const NUMBER = /^B-(\d{1,9})$/;

export async function applyBuildRules(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) refuseLateChanges(draft);
  await assignNumbers(context, drafts);
}

function refuseLateChanges({ operation, before, fields, path }: Draft): void {
  if (before === null) return;
  const refuse = (field: string, code: string, message: string) =>
    errorOf('conflict', message, { details: [{ path: path(field), code, message }] });
  const { status } = before.fields;
  if (operation === 'update' && status !== 'draft' && before.fields.qty !== fields.qty)
    throw refuse(
      'qty',
      'issued',
      'The quantity of an issued build cannot be changed. Cancel the build, or create another one.',
    );
  if (operation === 'delete' && isOpen(before))
    throw refuse('status', 'issued', 'The build is issued and has reserved components. Cancel it first.');
}

async function assignNumbers({ takeNumbers, passNumber }: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  const created = drafts.filter(({ operation }) => operation === 'create');
  const given = created.map(({ fields }) => Number(NUMBER.exec(fields.number ?? '')?.[1] ?? 0));
  const highest = Math.max(0, ...given);
  if (highest > 0) await passNumber(SERIES, highest);
  const open = created.filter(({ fields }) => fields.number === undefined);
  if (open.length === 0) return;
  const first = await takeNumbers(SERIES, open.length);
  for (const [index, draft] of open.entries()) {
    const number = `B-${String(first + index).padStart(4, '0')}`;
    draft.fields = { ...draft.fields, number };
    draft.title = number;
  }
}

/** Updates `in_production` of the assemblies. */
export async function updateInProduction(
  { records }: KindHookContext,
  changes: readonly RecordChange<BuildKind>[],
): Promise<void> {
  const deltas = new Map<string, number>();
  for (const { operation, before, after } of changes) {
    const was = before === null || operation === 'restore' ? 0 : outstandingOf(before);
    const is = operation === 'delete' ? 0 : outstandingOf(after);
    const { assembly } = after.fields;
    deltas.set(assembly, addQuantities(deltas.get(assembly) ?? 0, subtractQuantities(is, was)));
  }
  const changed = [...deltas.keys()].filter((id) => deltas.get(id) !== 0);
  await records.updateEach(part, changed, ({ id, fields }) => ({
    in_production: addQuantities(fields.in_production, deltas.get(id) ?? 0),
  }));
}

function isOpen({ fields: { status, held_from } }: Build): boolean {
  const at = status === 'on_hold' ? held_from : status;
  return at === 'issued' || at === 'in_progress';
}

function outstandingOf(build: Build): number {
  return isOpen(build) ? Math.max(0, subtractQuantities(build.fields.qty, build.fields.qty_done)) : 0;
}
