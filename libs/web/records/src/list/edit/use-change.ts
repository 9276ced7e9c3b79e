import { apiPaths, ChangedSince, type CubitRecord, isApiError, type RowStore } from '@cubit/web-client';
import { useToasts } from '@cubit/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApp } from '../../app/app-context.js';
import { changeFields, type FieldChange, inverseOf } from '../../app/change-fields.js';
import { useWorkspace } from '../../app/workspace-context.js';

export interface ChangeOptions {
  readonly record: CubitRecord;
  readonly change: FieldChange;
  /** What was done, as people read it. */
  readonly title: string;
  /** The list that shows the record. */
  readonly store?: RowStore<CubitRecord>;
}

/**
 * Changes a record: on the screen at once, with Undo. A refused change goes back, and the promise is rejected with the server's error, or
 * with `ChangedSince` where somebody else was faster.
 * Without `store`, the promise waits until the lists that show the record have loaded again.
 */
export function useChange(): (options: ChangeOptions) => Promise<void> {
  const { api, undo } = useApp();
  const { slug, kind } = useWorkspace();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useCallback(
    async ({ record, change, title, store }) => {
      const path = apiPaths.record(slug, record.kind, record.id);
      const send = async (before: CubitRecord, body: FieldChange) => {
        const release = store?.hold(record.id, (row) => withChange(row, body));
        try {
          const after = await changeFields(api, { path, kind: kind(record.kind), before, change: body });
          release?.((row) => ({ ...withChange(row, body), version: after.version }));
          await store?.refresh([record.id]);
          return after;
        } catch (error) {
          release?.();
          if (error instanceof ChangedSince) await store?.refresh([record.id]);
          throw error;
        }
      };
      const readAgain = () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['records', slug, record.kind] }),
          queries.invalidateQueries({ queryKey: ['record', slug, record.kind, record.id] }),
        ]);
      const after = await send(record, change);
      const reading = readAgain();
      const inverse = inverseOf(change, { before: record, after });
      const step = { title, undo: async () => void (await send(after, inverse), await readAgain()) };
      undo.push(step);
      toasts.show({
        text: title,
        onUndo: () => void undo.undo(step).catch((error: unknown) => toasts.show(failure(error))),
      });
      if (!store) await reading;
    },
    [api, undo, slug, kind, queries, toasts],
  );
}

/** A toast for what the server refused. */
export function failure(error: unknown) {
  const requestId = isApiError(error) ? (error.requestId ?? undefined) : undefined;
  return { text: error instanceof Error ? error.message : String(error), tone: 'bad', requestId } as const;
}

function withChange(record: CubitRecord, { fields = {}, tags }: FieldChange): CubitRecord {
  return { ...record, fields: { ...record.fields, ...fields }, ...(tags ? { tags } : {}) };
}
