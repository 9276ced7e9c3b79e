import type { WriteOperation } from '@cubit/core/host';

/** A record that was written. A permanent deletion is `delete` too. */
export interface WrittenRecord {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly op: WriteOperation;
}

/** What streams send as `record`: one record, or the number of records of a kind if they are many. */
export type RecordMessage = WrittenRecord | { readonly kind: string; readonly many: number };

/** More records of one kind are reported by their number. */
export const MAX_SINGLE_RECORDS = 100;

/** The messages of one commit: one for each record, or one for each kind with many records. */
export function messagesOf(written: readonly WrittenRecord[]): readonly RecordMessage[] {
  const byKind = new Map<string, Map<string, WrittenRecord>>();
  for (const record of written) {
    const records = byKind.get(record.kind) ?? new Map<string, WrittenRecord>();
    records.set(record.id, mergeWrites(records.get(record.id), record));
    byKind.set(record.kind, records);
  }
  return [...byKind].flatMap(([kind, records]): readonly RecordMessage[] =>
    records.size > MAX_SINGLE_RECORDS ? [{ kind, many: records.size }] : [...records.values()],
  );
}

/** A record that appeared remains `create` or `restore` for readers who have not seen it yet, whatever was changed afterwards. */
export function mergeWrites(earlier: WrittenRecord | undefined, later: WrittenRecord): WrittenRecord {
  const appeared = earlier?.op === 'create' || earlier?.op === 'restore';
  return appeared && later.op === 'update' ? { ...later, op: earlier.op } : later;
}
