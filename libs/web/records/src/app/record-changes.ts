import { apiPaths, type CubitRecord, pagePaths, type RecordRef } from '@cubit/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApp } from './app-context.js';
import { changeFields, type FieldChange, inverseOf } from './change-fields.js';
import { useChange } from './use-change.js';
import { useWorkspace } from './workspace-context.js';

/** Writes of one record, each with its toast and its undo. They throw what the server refuses. */
export function useRecordChanges() {
  const { api } = useApp();
  const { slug, kind: kindOf } = useWorkspace();
  const queries = useQueryClient();
  const report = useChange();
  return useMemo(() => {
    const refresh = (kind: string) => {
      void queries.invalidateQueries({ queryKey: ['records', slug, kind] });
      void queries.invalidateQueries({ queryKey: ['record', slug, kind] });
    };
    const pathOf = ({ kind, id }: RecordRef) => apiPaths.record(slug, kind, id);
    const link = ({ kind, id }: RecordRef) => ({ title: 'Open', href: pagePaths.record(slug, kind, id) });
    return {
      async create(kind: string, body: FieldChange, idempotencyKey?: string): Promise<CubitRecord> {
        const made = await api.post<CubitRecord>(apiPaths.kind(slug, kind), body, {
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        });
        refresh(kind);
        report({ text: `Created “${made.title}”`, undo: () => api.delete(pathOf(made)), link: link(made) });
        return made;
      },
      /** Throws `ChangedSince` where somebody else changed one of the fields since `before`. */
      async update(before: CubitRecord, body: FieldChange, what?: string): Promise<CubitRecord> {
        const at = { path: pathOf(before), kind: kindOf(before.kind) };
        const after = await changeFields(api, { ...at, before, change: body });
        refresh(before.kind);
        if (after.version !== before.version) {
          const change = inverseOf(body, { before, after });
          const undo = () => changeFields(api, { ...at, before: after, change });
          report({ text: `Changed ${what ?? `“${after.title}”`}`, undo });
        }
        return after;
      },
      async restoreVersion(current: CubitRecord, version: number): Promise<void> {
        const restore = (to: number) => api.post(`${pathOf(current)}/restore`, undefined, { query: { version: to } });
        await restore(version);
        refresh(current.kind);
        report({ text: `Restored version ${version} of “${current.title}”`, undo: () => restore(current.version) });
      },
      async remove(record: CubitRecord): Promise<void> {
        await api.delete(pathOf(record));
        refresh(record.kind);
        report({
          text: `Moved “${record.title}” to the trash`,
          undo: () => api.post(`${pathOf(record)}/restore`),
          link: undefined,
        });
      },
      async restore(record: CubitRecord): Promise<void> {
        await api.post(`${pathOf(record)}/restore`);
        refresh(record.kind);
        report({ text: `Restored “${record.title}”`, undo: () => api.delete(pathOf(record)), link: link(record) });
      },
    };
  }, [api, slug, kindOf, queries, report]);
}
