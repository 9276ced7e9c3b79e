import { apiPaths, type CubitRecord, isApiError, type RowStore } from '@cubit/web-client';
import { useToasts } from '@cubit/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';

/** New values by field; null empties one. `tags` are the record's own. */
export interface Change {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

export interface ChangeOptions {
  readonly record: CubitRecord;
  readonly change: Change;
  /** What was done, as people read it. */
  readonly title: string;
  /** The list that shows the record. */
  readonly store?: RowStore<CubitRecord>;
}

/**
 * Changes a record: on the screen at once, with Undo. A refused change goes back, and the promise is rejected with the server's error.
 * Without `store`, the promise waits until the lists that show the record have loaded again.
 */
export function useChange(): (options: ChangeOptions) => Promise<void> {
  const { api, undo } = useApp();
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useCallback(
    async ({ record, change, title, store }) => {
      const path = apiPaths.record(slug, record.kind, record.id);
      const send = async (body: Change) => {
        const release = store?.hold(record.id, (row) => withChange(row, body));
        try {
          const { version } = await api.patch<CubitRecord>(path, body);
          release?.((row) => ({ ...withChange(row, body), version }));
        } catch (error) {
          release?.();
          throw error;
        }
        await store?.refresh([record.id]);
      };
      const readAgain = () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['records', slug, record.kind] }),
          queries.invalidateQueries({ queryKey: ['record', slug, record.kind, record.id] }),
        ]);
      await send(change);
      const reading = readAgain();
      const step = { title, undo: async () => void (await send(inverseOf(record, change)), await readAgain()) };
      undo.push(step);
      toasts.show({
        text: title,
        onUndo: () => void undo.undo(step).catch((error: unknown) => toasts.show(failure(error))),
      });
      if (!store) await reading;
    },
    [api, undo, slug, queries, toasts],
  );
}

/** A toast for what the server refused. */
export function failure(error: unknown) {
  const requestId = isApiError(error) ? (error.requestId ?? undefined) : undefined;
  return { text: error instanceof Error ? error.message : String(error), tone: 'bad', requestId } as const;
}

function withChange(record: CubitRecord, { fields = {}, tags }: Change): CubitRecord {
  return { ...record, fields: { ...record.fields, ...fields }, ...(tags ? { tags } : {}) };
}

function inverseOf(record: CubitRecord, { fields = {}, tags }: Change): Change {
  const before = Object.keys(fields).map((name) => [name, plain(record.fields[name])]);
  return { fields: Object.fromEntries(before) as Record<string, unknown>, ...(tags ? { tags: record.tags } : {}) };
}

/** References as ids, as they are sent. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const isRecord = typeof value === 'object' && value !== null && 'id' in value && 'fields' in value;
  return isRecord ? value.id : (value ?? null);
}
