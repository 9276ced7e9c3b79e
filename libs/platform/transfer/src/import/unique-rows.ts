import { keysOf } from '@cubit/database';
import type { RecordShape, RegisteredKind } from '@cubit/core/host';
import { takenMessage, type WorkspaceTransaction } from '@cubit/records';
import { fieldPath, type RowDraft } from './row-draft.js';
import type { RowTarget } from './match-rows.js';

/** A row with its fields in stored form. */
export interface ResolvedRow {
  readonly draft: RowDraft;
  readonly target: RowTarget;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The rows that describe the record: the draft, and those that were merged into it. */
  readonly members: readonly RowDraft[];
  /** Records that are written with it. */
  readonly details: readonly ResolvedDetail[];
  /** Once written: whether the record is another than before. */
  readonly isChanged?: boolean;
}

export interface ResolvedDetail {
  /** The row that describes it. */
  readonly member: RowDraft;
  /** Its name among the details of the kind. */
  readonly name: string;
  /** The draft of the detail itself. */
  readonly draft: RowDraft;
}

/**
 * Adds faults to rows whose unique values belong to another record or an earlier row. Checked before writing, with one query per key:
 * otherwise each duplicate would cost a failed write. The unique index refuses values that appear in between.
 */
export async function refuseDuplicates(
  transaction: WorkspaceTransaction,
  { kind, shape }: { readonly kind: RegisteredKind; readonly shape: RecordShape },
  rows: readonly ResolvedRow[],
): Promise<void> {
  for (const key of uniqueKeys(kind, shape)) {
    const [first = ''] = key;
    const changing = rows.filter(({ fields, target }) => {
      const before = target.operation === 'update' ? (target.record.fields as ResolvedRow['fields']) : null;
      return key.every((name) => isValue(fields[name])) && key.some((name) => before?.[name] !== fields[name]);
    });
    if (changing.length === 0) continue;
    const values = [...new Set(changing.map(({ fields }) => fields[first] as string | number))];
    const { records } = transaction.contextOf(kind.module, null);
    const found = await records.find(kind.definition, { where: { [first]: { in: values } }, limit: 10_000 });
    const owners = new Map<string, unknown>(
      found.map((record) => [valueOf(record.fields as ResolvedRow['fields'], key), record.id]),
    );
    for (const { draft, fields, target } of changing) {
      const value = valueOf(fields, key);
      const own = target.operation === 'create' ? draft : target.record.id;
      const owner = owners.get(value);
      if (owner === undefined) owners.set(value, own);
      if (owner === undefined || owner === own) continue;
      const message = takenMessage(kind, shape, { key, values: fields });
      for (const name of key)
        draft.faults.push({ path: fieldPath(draft.number, name), code: 'already_exists', message });
    }
  }
}

function uniqueKeys({ definition }: RegisteredKind, shape: RecordShape): readonly (readonly string[])[] {
  const custom = [...shape.fields.values()].filter((field) => field.custom?.uniqueIndex).map((field) => [field.name]);
  return [...keysOf(definition.unique), ...custom];
}

function isValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function valueOf(fields: ResolvedRow['fields'], key: readonly string[]): string {
  return JSON.stringify(key.map((name) => fields[name] ?? null));
}
