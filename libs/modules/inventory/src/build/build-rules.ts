import {
  addDecimals,
  fail,
  subtractDecimals,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
} from '@cubit/core';
import { part } from '../part/part.kind.js';
import type { Build, BuildKind } from './build.fields.js';

type Draft = RecordDraft<BuildKind>;

const SERIES = 'build';
const NUMBER = /^B-(\d{1,9})$/;

export async function applyBuildRules(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) refuseLateChanges(draft);
  await giveNumbers(context, drafts);
}

function refuseLateChanges({ operation, before, fields, path }: Draft): void {
  if (before === null) return;
  const refuse = (field: string, code: string, message: string) =>
    fail('conflict', message, { details: [{ path: path(field), code, message }] });
  const { status } = before.fields;
  if (operation === 'update' && status !== 'draft' && before.fields.qty !== fields.qty)
    throw refuse('qty', 'issued', 'The build is issued; its quantity is fixed. Cancel it, or make another.');
  if (operation === 'delete' && isOpen(before))
    throw refuse('status', 'issued', 'The build is issued and has components reserved; cancel it first.');
}

async function giveNumbers({ takeNumbers, passNumber }: KindHookContext, drafts: readonly Draft[]): Promise<void> {
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
  }
}

/** What is to come of the assembly. */
export async function settleInProduction(
  { records }: KindHookContext,
  changes: readonly RecordChange<BuildKind>[],
): Promise<void> {
  const deltas = new Map<string, number>();
  for (const { operation, before, after } of changes) {
    const was = before === null || operation === 'restore' ? 0 : outstandingOf(before);
    const is = operation === 'delete' ? 0 : outstandingOf(after);
    const { assembly } = after.fields;
    deltas.set(assembly, addDecimals(deltas.get(assembly) ?? 0, subtractDecimals(is, was)));
  }
  const changed = [...deltas.keys()].filter((id) => deltas.get(id) !== 0);
  await records.updateEach(part, changed, ({ id, fields }) => ({
    in_production: addDecimals(fields.in_production, deltas.get(id) ?? 0),
  }));
}

function isOpen({ fields: { status, held_from } }: Build): boolean {
  const at = status === 'on_hold' ? held_from : status;
  return at === 'issued' || at === 'in_progress';
}

function outstandingOf(build: Build): number {
  return isOpen(build) ? Math.max(0, subtractDecimals(build.fields.qty, build.fields.qty_done)) : 0;
}
