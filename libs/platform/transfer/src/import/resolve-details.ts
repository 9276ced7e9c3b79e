import type { WorkspaceTransaction } from '@cubit/records';
import type { AnyRecord } from '@cubit/core/host';
import { validate } from '@cubit/core';
import type { BatchState } from './batch-context.js';
import { isSame, leaveKept } from './leave-kept.js';
import { startState } from './record-state.js';
import { fieldPath } from './row-draft.js';
import type { ResolvedDetail, ResolvedRow } from './unique-rows.js';
import { detailFields, idOf } from './write-rows.js';

/** Limit of the details that the records of one batch have already. */
const MAX_DETAILS = 20_000;

/** Adds to each row the details that are to be written, and faults to rows whose details are invalid. */
export async function resolveDetails(
  state: BatchState,
  reader: WorkspaceTransaction,
  rows: readonly ResolvedRow[],
): Promise<readonly ResolvedRow[]> {
  const names = new Set(rows.flatMap(({ members }) => members.flatMap((member) => [...member.nested.keys()])));
  let resolved = rows;
  for (const name of names) {
    const detail = state.context.node.detail(name);
    const node = state.context.node.nested(name);
    if (!detail || !node) continue;
    const existing = detail.write === 'missing' ? await existingDetails(state, reader, { name, rows: resolved }) : null;
    resolved = resolved.map((row) => {
      if (detail.write === 'new' && row.target.operation !== 'create') {
        for (const { nested, values, prefix } of row.members)
          if (nested.has(name)) values.leaveBelow(`${prefix}${name}.`, 'kept');
        return row;
      }
      const own = row.members.flatMap((member) =>
        (member.nested.get(name) ?? []).map((draft): ResolvedDetail => ({ member, name, draft })),
      );
      const open = existing ? own.filter((one) => !isKnown(state, row, { one, existing })) : own;
      for (const one of open) check(row, one);
      return { ...row, details: [...row.details, ...open] };
    });
  }
  return resolved;
}

type Existing = ReadonlyMap<string, readonly AnyRecord[]>;

async function existingDetails(
  { context: { node } }: BatchState,
  reader: WorkspaceTransaction,
  { name, rows }: { readonly name: string; readonly rows: readonly ResolvedRow[] },
): Promise<Existing> {
  const inner = node.nested(name);
  const { field = '' } = node.detail(name) ?? {};
  const parents = rows.flatMap(({ target }) => (target.operation === 'create' ? [] : [target.record.id]));
  if (!inner || parents.length === 0) return new Map();
  const { records } = reader.contextOf(inner.kind.module, null);
  const found = await records.find(inner.kind.definition, { where: { [field]: { in: parents } }, limit: MAX_DETAILS });
  return Map.groupBy(found, ({ fields }) => String((fields as Record<string, unknown>)[field]));
}

/** The same detail may be in the file several times: the record has it as often as it was imported. */
function isKnown(
  state: BatchState,
  row: ResolvedRow,
  { one, existing }: { readonly one: ResolvedDetail; readonly existing: Existing },
): boolean {
  const { same = [] } = state.context.node.detail(one.name) ?? {};
  const parent = idOf(row.target);
  const { fields: own } = one.draft;
  const given = same.filter((name) => (own[name] ?? null) !== null);
  const key = JSON.stringify([parent, one.name, given.map((name) => [name, own[name]])]);
  const place = (state.details.get(key) ?? 0) + 1;
  state.details.set(key, place);
  const alike = (existing.get(parent) ?? []).filter(({ fields }) =>
    given.every((name) => isSame((fields as Record<string, unknown>)[name], own[name])),
  );
  const known = alike[place - 1];
  if (known) leaveKept(one.draft, known);
  return known !== undefined;
}

function check({ draft, target }: ResolvedRow, { member, name, draft: detail }: ResolvedDetail): void {
  if (member.faults.length > 0) return;
  startState(detail);
  const fields = detailFields(draft, { name, draft: detail, id: idOf(target) });
  const prefix = fieldPath(member.number, detail.prefix).replace(/\/$/, '').replace('/fields/', '/');
  member.faults.push(...validate(detail.node.shape.createSchema, fields, prefix));
}
