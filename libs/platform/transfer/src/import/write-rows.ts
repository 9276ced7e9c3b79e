import {
  isCubitError,
  validationFailed,
  type Actor,
  type AnyRecord,
  type CapabilityHost,
  type CubitError,
  type ErrorDetail,
  type RecordShape,
  type RegisteredKind,
  type Transaction,
  type WorkspaceAccess,
} from '@cubit/core';
import { changedFields } from './check-row.js';
import { rowPrefix } from './row-draft.js';
import { inSavepoint } from './savepoint.js';
import type { SettledRow } from './unique-rows.js';

const FIRST_OF_SERVER = 500;
const ROW_POINTER = /^\/rows\/(\d+)(?:\/|$)/;

export interface WriteContext {
  readonly host: CapabilityHost;
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
}

/** Writes rows through the kind's own path; one that is refused is refused alone, and told of in its draft. Gives those that are written. */
export async function writeRows(
  context: WriteContext,
  tx: Transaction,
  rows: readonly SettledRow[],
): Promise<readonly SettledRow[]> {
  if (rows.length === 0) return [];
  try {
    await inSavepoint(tx, (part) => writeAll(context, part, rows));
    return rows;
  } catch (error) {
    if (!isCubitError(error) || error.status >= FIRST_OF_SERVER) throw error;
    const refused = rowsNamed(error, rows);
    if (rows.length === 1 && rows[0]) refused.set(rows[0], detailsOf(error, rows[0]));
    for (const [{ draft }, faults] of refused) draft.faults.push(...faults);
    if (refused.size > 0)
      return writeRows(
        context,
        tx,
        rows.filter((row) => !refused.has(row)),
      );
    // Nobody says which row it was, so each half is tried by itself.
    const middle = Math.ceil(rows.length / 2);
    const first = await writeRows(context, tx, rows.slice(0, middle));
    return [...first, ...(await writeRows(context, tx, rows.slice(middle)))];
  }
}

async function writeAll(
  { host, workspace, actor, kind, shape }: WriteContext,
  tx: Transaction,
  rows: readonly SettledRow[],
) {
  const transaction = host.enter({ tx, workspace, actor });
  const { writer } = transaction;
  const about = ({ draft }: SettledRow) => ({ prefix: rowPrefix(draft.number) });
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
  const updates = rows.flatMap((row) => {
    const { target, draft } = row;
    if (target.operation === 'create') return [];
    const change = (before: AnyRecord) => {
      const { fields, faults } = changedFields(shape, before, draft);
      if (faults.length > 0) throw validationFailed(faults);
      return fields;
    };
    return [{ ...about(row), id: target.record.id, change, ...(draft.tags ? { tags: draft.tags } : {}) }];
  });
  if (updates.length > 0) await writer.update(kind, updates, null);
}

/** The rows that an error names in its details, each with what is said of it. */
function rowsNamed(error: CubitError, rows: readonly SettledRow[]): Map<SettledRow, ErrorDetail[]> {
  const byNumber = new Map(rows.map((row) => [row.draft.number, row]));
  const named = new Map<SettledRow, ErrorDetail[]>();
  for (const detail of error.details) {
    const row = byNumber.get(Number(ROW_POINTER.exec(detail.path)?.[1] ?? 0));
    if (row) named.set(row, [...(named.get(row) ?? []), detail]);
  }
  return named;
}

function detailsOf(error: CubitError, { draft }: SettledRow): ErrorDetail[] {
  const own = error.details.filter(({ path }) => ROW_POINTER.test(path));
  return own.length > 0 ? own : [{ path: rowPrefix(draft.number), code: error.code, message: error.message }];
}
