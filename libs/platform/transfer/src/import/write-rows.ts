import { type CubitError, type ErrorDetail, isCubitError, validationFailed } from '@cubit/core';
import { type AnyRecord, typeHolds } from '@cubit/core/host';
import { inSavepoint, type Transaction } from '@cubit/database';
import type { RowsContext } from './batch-context.js';
import { changedFields, newFields } from './check-row.js';
import { rowPrefix, type RowDraft } from './row-draft.js';
import type { ResolvedRow } from './unique-rows.js';

const FIRST_OF_SERVER = 500;
const ROW_POINTER = /^\/rows\/(\d+)(?:\/|$)/;

/** Writes rows through the record service and returns the written ones. A refused row gets faults in its draft; the others are written. */
export async function writeRows(
  context: RowsContext,
  tx: Transaction,
  rows: readonly ResolvedRow[],
): Promise<readonly ResolvedRow[]> {
  if (rows.length === 0) return [];
  try {
    const changed = await inSavepoint(tx, (part) => writeAll(context, part, rows));
    return rows.map((row) => ({ ...row, isChanged: changed.has(row) }));
  } catch (error) {
    if (!isCubitError(error) || error.status >= FIRST_OF_SERVER) throw error;
    const [only] = rows;
    if (markRefused(error, rows) > 0) return writeRows(context, tx, remainingRows(rows));
    if (rows.length === 1 && only) {
      for (const { faults, number } of only.members) faults.push(...detailsOf(error, number));
      return [];
    }
    // The error does not name the row, so each half is tried on its own.
    const middle = Math.ceil(rows.length / 2);
    const first = await writeRows(context, tx, rows.slice(0, middle));
    return [...first, ...(await writeRows(context, tx, rows.slice(middle)))];
  }
}

/** Rows without the members that have faults. */
export function remainingRows(rows: readonly ResolvedRow[]): readonly ResolvedRow[] {
  return rows.flatMap((row): ResolvedRow[] => {
    const members = row.members.filter(({ faults }) => faults.length === 0);
    if (members.length === row.members.length) return [row];
    const [draft] = members;
    // What was merged cannot be taken apart: its rows are refused together.
    if (!draft || row.draft.node.importing.merge?.sum !== undefined) {
      const [fault] = row.members.flatMap(({ faults }) => faults);
      for (const { faults } of row.members) if (faults.length === 0 && fault) faults.push(fault);
      return [];
    }
    return [{ ...row, draft, members, details: row.details.filter(({ member }) => member.faults.length === 0) }];
  });
}

/** Returns the rows whose records are others than before. */
async function writeAll(
  { host, workspace, actor, kind, shape }: RowsContext,
  tx: Transaction,
  rows: readonly ResolvedRow[],
): Promise<ReadonlySet<ResolvedRow>> {
  const transaction = host.enter({ tx, workspace, actor });
  const { writer } = transaction;
  const about = ({ draft }: ResolvedRow) => ({ prefix: rowPrefix(draft.number) });
  const restores = rows.flatMap((row) =>
    row.target.operation === 'restore' ? [{ ...about(row), id: row.target.record.id }] : [],
  );
  if (restores.length > 0) await writer.restore(kind, restores);
  const creates = rows.flatMap((row) => {
    const { target, fields, draft } = row;
    if (target.operation !== 'create') return [];
    const id = target.id === null ? {} : { id: target.id };
    return [{ ...about(row), ...id, fields, ...(draft.tags ? { tags: draft.tags } : {}) }];
  });
  if (creates.length > 0) await writer.create(kind, creates, null);
  const kept = rows.filter(({ target, draft }) => target.operation !== 'create' && draft.node.importing.keep !== true);
  const updates = kept.flatMap((row) => {
    const { target, draft } = row;
    if (target.operation === 'create') return [];
    const change = (before: AnyRecord) => {
      const { fields, faults } = changedFields(shape, before, draft);
      if (faults.length > 0) throw validationFailed(faults);
      return fields;
    };
    return [{ ...about(row), id: target.record.id, change, ...(draft.tags ? { tags: draft.tags } : {}) }];
  });
  const updated = updates.length > 0 ? await writer.update(kind, updates, null) : [];
  await writeDetails(writer, rows);
  const same = new Set(
    kept.filter(({ target, details }, index) => isSame(target, updated[index]) && details.length === 0),
  );
  return new Set(rows.filter((row) => !same.has(row)));
}

function isSame(target: ResolvedRow['target'], after: AnyRecord | undefined): boolean {
  return target.operation === 'update' && target.record.version === after?.version;
}

/** Writes the details of all rows, one call for each kind. */
async function writeDetails(
  writer: ReturnType<RowsContext['host']['enter']>['writer'],
  rows: readonly ResolvedRow[],
): Promise<void> {
  const all = rows.flatMap(({ draft, target, details }) =>
    details.map((detail) => ({ ...detail, parent: draft, target })),
  );
  for (const details of Map.groupBy(all, ({ name }) => name).values()) {
    const [first] = details;
    if (!first) continue;
    const requests = details.map(({ member, name, draft, parent, target }) => ({
      prefix: `${rowPrefix(member.number)}/${name}`,
      fields: detailFields(parent, { name, draft, id: idOf(target) }),
      ...(draft.tags ? { tags: draft.tags } : {}),
    }));
    await writer.create(first.draft.node.kind, requests, null);
  }
}

export function idOf(target: ResolvedRow['target']): string {
  return target.operation === 'create' ? (target.id ?? '') : target.record.id;
}

/** The fields of a detail, with its reference to the record of the row. */
export function detailFields(
  parent: RowDraft,
  { name, draft, id }: { readonly name: string; readonly draft: RowDraft; readonly id: string },
): Readonly<Record<string, unknown>> {
  const field = parent.node.detail(name)?.field ?? '';
  const isAny = typeHolds(draft.node.field(field)?.type, 'record_of_any_kind');
  return { ...newFields(draft), [field]: isAny ? { kind: parent.node.kind.id, id } : id };
}

/** Gives the faults of an error to the rows that its details name. Returns how many that are. */
function markRefused(error: CubitError, rows: readonly ResolvedRow[]): number {
  const byNumber = new Map(rows.flatMap(({ members }) => members.map((member) => [member.number, member] as const)));
  const named = new Set<RowDraft>();
  for (const detail of error.details) {
    const member = byNumber.get(Number(ROW_POINTER.exec(detail.path)?.[1] ?? 0));
    if (!member) continue;
    member.faults.push(atCell(member, detail));
    named.add(member);
  }
  return named.size;
}

/** A unit that its cell names beside the quantity is a fault of that cell. */
function atCell(draft: RowDraft, detail: ErrorDetail): ErrorDetail {
  if (detail.code !== 'wrong_unit') return detail;
  const names = detail.path.split('/').slice(ROW_SEGMENTS);
  const input = names.pop() ?? '';
  const owner = names.reduce<RowDraft | undefined>((one, name) => one?.nested.get(name)?.[0] ?? one, draft);
  const [name] =
    Object.entries(owner?.node.importing.units ?? {}).find(
      ([field, how]) => how.input === input && owner?.units.has(field) === true,
    ) ?? [];
  return name === undefined ? detail : { ...detail, path: detail.path.slice(0, -input.length) + name };
}

/** `/rows/7/fields/unit` */
const ROW_SEGMENTS = 3;

function detailsOf(error: CubitError, number: number): ErrorDetail[] {
  const own = error.details.filter(({ path }) => ROW_POINTER.test(path));
  return own.length > 0 ? own : [{ path: rowPrefix(number), code: error.code, message: error.message }];
}
