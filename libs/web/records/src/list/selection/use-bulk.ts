import { type Api, apiPaths, type CubitRecord, type UiKind } from '@cubit/web-client';
import { formatDecimal, useToasts } from '@cubit/web-kit';
import { useState } from 'react';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { leastFields } from '../model/columns.js';
import { plain } from '../../app/change-fields.js';
import { failure } from '../edit/use-change.js';
import { type BulkOperation, type BulkProgress, readSelected, runBulk, type Target } from './bulk.js';

/** Beyond this, undo would take too long. The dialog warns before. */
export const MOST_UNDONE = 20_000;
const BATCH = 1_000;
const PARALLEL = 6;

export interface BulkRun {
  readonly operation: BulkOperation;
  /** What was done: `changed`, `moved to the trash`. */
  readonly verb: string;
  /** Fields that are changed, which Undo sets back. */
  readonly fields?: readonly string[];
}

/** Runs bulk operations on a selection, with progress, a toast and Undo. */
export function useBulk(kind: UiKind, target: Target) {
  const { api, undo } = useApp();
  const { slug } = useWorkspace();
  const toasts = useToasts();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const words = (count: number) => `${formatDecimal(count)} ${(count === 1 ? kind.title : kind.plural).toLowerCase()}`;
  const run = async ({ operation, verb, fields = [] }: BulkRun): Promise<boolean> => {
    setProgress({ done: 0, total: null });
    const named = fields.filter((name) => name !== 'tags');
    try {
      const canUndo = operation.type !== 'action';
      const before = canUndo
        ? await readSelected(api, target, { fields: named.length > 0 ? named : leastFields(kind), most: MOST_UNDONE })
        : null;
      const { done, skipped, reasons } = await runBulk(api, target, { operation, onProgress: setProgress });
      const title = `${words(done)} ${verb}`;
      const rest = skipped > 0 ? `, ${formatDecimal(skipped)} skipped: ${reasons[0] ?? 'see the job'}` : '';
      const step =
        before && done > 0
          ? { title, undo: () => undoBulk(api, { slug, kind: kind.id }, { operation, before, fields }) }
          : null;
      if (step) undo.push(step);
      toasts.show({
        text: `${title}${rest}`,
        tone: skipped > 0 ? 'warn' : undefined,
        onUndo: step ? () => void undo.undo(step).catch((error: unknown) => toasts.show(failure(error))) : undefined,
      });
      return true;
    } catch (error) {
      toasts.show(failure(error));
      return false;
    } finally {
      setProgress(null);
    }
  };
  return { run, progress, words };
}

interface Done {
  readonly operation: BulkOperation;
  readonly before: readonly CubitRecord[];
  readonly fields: readonly string[];
}

async function undoBulk(
  api: Api,
  { slug, kind }: { readonly slug: string; readonly kind: string },
  { operation, before, fields }: Done,
): Promise<void> {
  if (operation.type === 'delete') {
    for (let at = 0; at < before.length; at += PARALLEL) {
      const some = before.slice(at, at + PARALLEL);
      await Promise.all(some.map(({ id }) => api.post(`${apiPaths.record(slug, kind, id)}/restore`)));
    }
    return;
  }
  for (let at = 0; at < before.length; at += BATCH) {
    const operations = before.slice(at, at + BATCH).map((record) => ({
      op: 'update',
      id: record.id,
      ...(fields.includes('tags')
        ? { tags: record.tags }
        : { fields: Object.fromEntries(fields.map((name) => [name, plain(record.fields[name])])) }),
    }));
    await api.post(`${apiPaths.kind(slug, kind)}/batch`, { operations });
  }
}
