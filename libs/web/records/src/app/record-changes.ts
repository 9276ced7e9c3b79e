import { apiPaths, ChangedSince, type CubitRecord, pagePaths, type RecordRef, type RowList } from '@cubit/web-client';
import { useMemo } from 'react';
import { queryKeys } from './query-keys.js';
import { useApp } from './app-context.js';
import { changeFields, type FieldChange, inverseOf, removeRecord, restoreVersion } from './change-fields.js';
import { useChanges } from './use-changes.js';
import { useRefresh } from './use-refresh.js';
import { useWorkspace } from './workspace-context.js';

export interface UpdateOptions {
  /** What was done, as people read it. Default: `Changed “Nut”`. */
  readonly text?: string;
  /** The list that shows the record: it shows the change at once, and takes back a refused one. */
  readonly store?: RowList<CubitRecord>;
  /** Resolves only when the lists that show the record have loaded again. */
  readonly wait?: boolean;
}

/** Writes of one record, each with its toast and its undo. They throw what the server refuses. */
export function useRecordChanges() {
  const { api } = useApp();
  const { slug, kind: kindOf } = useWorkspace();
  const readAgain = useRefresh();
  const { report } = useChanges();
  return useMemo(() => {
    const refresh = (kind: string) => readAgain(queryKeys.records(slug, kind), queryKeys.record(slug, kind));
    const pathOf = ({ kind, id }: RecordRef) => apiPaths.record(slug, kind, id);
    const placeOf = (record: RecordRef) => ({ path: pathOf(record), kind: kindOf(record.kind) });
    const remove = (before: CubitRecord) => removeRecord(api, { ...placeOf(before), before });
    const link = ({ kind, id }: RecordRef) => ({ title: 'Open', href: pagePaths.record(slug, kind, id) });
    const send = async (before: CubitRecord, change: FieldChange, store: UpdateOptions['store']) => {
      const release = store?.hold(before.id, (row) => withChange(row, change));
      try {
        const after = await changeFields(api, { ...placeOf(before), before, change });
        release?.((row) => ({ ...withChange(row, change), version: after.version }));
        await store?.refresh([before.id]);
        return after;
      } catch (error) {
        release?.();
        if (error instanceof ChangedSince) await store?.refresh([before.id]);
        throw error;
      }
    };
    return {
      async create(kind: string, body: FieldChange, idempotencyKey?: string): Promise<CubitRecord> {
        const made = await api.post<CubitRecord>(apiPaths.kind(slug, kind), body, {
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        });
        void refresh(kind);
        report({ text: `Created “${made.title}”`, undo: () => remove(made), link: link(made) });
        return made;
      },
      /** Throws `ChangedSince` where somebody else changed one of the fields since `before`. */
      async update(before: CubitRecord, body: FieldChange, options: UpdateOptions = {}): Promise<CubitRecord> {
        const { store, text } = options;
        const after = await send(before, body, store);
        const reading = refresh(before.kind);
        if (after.version !== before.version) {
          const inverse = inverseOf(body, { before, after });
          report({ text: text ?? `Changed “${after.title}”`, undo: () => send(after, inverse, store) });
        }
        if (options.wait === true) await reading;
        return after;
      },
      async restoreVersion(current: CubitRecord, version: number): Promise<void> {
        const at = placeOf(current);
        const after = await restoreVersion(api, { ...at, before: current, version });
        void refresh(current.kind);
        report({
          text: `Restored version ${version} of “${current.title}”`,
          undo: () => restoreVersion(api, { ...at, before: after, version: current.version }),
        });
      },
      async remove(record: CubitRecord): Promise<void> {
        await api.delete(pathOf(record));
        void refresh(record.kind);
        report({ text: `Moved “${record.title}” to the trash`, undo: () => api.post(`${pathOf(record)}/restore`) });
      },
      async restore(record: CubitRecord): Promise<void> {
        const restored = await api.post<CubitRecord>(`${pathOf(record)}/restore`);
        void refresh(record.kind);
        report({ text: `Restored “${record.title}”`, undo: () => remove(restored), link: link(record) });
      },
    };
  }, [api, slug, kindOf, readAgain, report]);
}

function withChange(record: CubitRecord, { fields = {}, tags }: FieldChange): CubitRecord {
  return { ...record, fields: { ...record.fields, ...fields }, ...(tags ? { tags } : {}) };
}
