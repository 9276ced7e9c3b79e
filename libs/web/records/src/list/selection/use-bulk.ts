import type { CubitRecord, UiAction, UiKind } from '@cubit/web-client';
import { formatDecimal } from '@cubit/web-kit';
import { useState } from 'react';
import { useApp } from '../../app/app-context.js';
import { undoOf } from '../../app/run-action.js';
import { useChanges } from '../../app/use-changes.js';
import { useRunAction } from '../../app/use-run-action.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { leastFields } from '../model/columns.js';
import { type BulkOperation, type BulkProgress, type BulkResult, readSelected, runBulk, type Target } from './bulk.js';
import { fieldsToUndo, undoDelete, undoUpdate } from './undo-bulk.js';

/** Beyond this, undo would take too long. The dialog warns before. */
export const MOST_UNDONE = 20_000;
/** Records in the input of one action. */
const MOST_AT_ONCE = 500;

export interface BulkRun {
  readonly operation: BulkOperation;
  /** What was done to so many records: `12 parts changed`. */
  readonly done: (records: string) => string;
}

/** Runs bulk operations on a selection, with progress, a toast and Undo. */
export function useBulk(kind: UiKind, target: Target) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const { report, fail } = useChanges();
  const runAction = useRunAction();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const words = (count: number) => `${formatDecimal(count)} ${(count === 1 ? kind.title : kind.plural).toLowerCase()}`;
  const undoFor = (
    operation: BulkOperation,
    before: readonly CubitRecord[],
    { done, undos, skippedIds }: BulkResult,
  ) => {
    if (operation.type === 'action')
      return undos.length > 0 && undos.length === done ? undoOf(api, slug, undos) : undefined;
    const changed = done === 0 ? [] : before.filter(({ id }) => !skippedIds.has(id));
    if (changed.length === 0) return undefined;
    return operation.type === 'update'
      ? () => undoUpdate(api, { slug, kind }, { before: changed, field: operation.field })
      : () => undoDelete(api, { slug, kind }, changed);
  };
  const execute = async ({ operation, done: textOf }: BulkRun, onAccepted?: () => void): Promise<void> => {
    setProgress({ done: 0, total: null });
    try {
      const fields = fieldsRead(kind, operation);
      const before = fields && (await readSelected(api, target, { fields, most: MOST_UNDONE }));
      const result = await runBulk(api, target, { operation, onProgress: setProgress, onAccepted });
      const { done, skipped, reasons } = result;
      report({
        text: textOf(words(done)),
        ...(skipped > 0 && {
          rest: `, ${formatDecimal(skipped)} skipped: ${reasons[0] ?? 'see the job'}`,
          tone: 'warn' as const,
        }),
        undo: undoFor(operation, before ?? [], result),
      });
    } finally {
      setProgress(null);
    }
  };
  /** True if it was done. What is refused is a toast. */
  const run = async (bulk: BulkRun): Promise<boolean> => {
    try {
      await execute(bulk);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  };
  /** For forms: runs an action once, with all selected records in its input. Throws what is refused. */
  const startOnAll = async (action: UiAction, { operation }: BulkRun): Promise<void> => {
    const found = await readSelected(api, target, { fields: leastFields(kind), most: MOST_AT_ONCE });
    if (!found) throw new Error(`${action.title} takes at most ${formatDecimal(MOST_AT_ONCE)} at once; select fewer.`);
    const records = found.map(({ kind: of, id }) => ({ kind: of, id }));
    const given = operation.type === 'action' ? operation.input : {};
    await runAction(action, { input: { ...given, records }, about: words(records.length) });
  };
  /** For forms: ends when the server has accepted the first records, and throws what it refuses before. The rest is a toast. */
  const start = (bulk: BulkRun): Promise<void> =>
    new Promise((accept, refuse) => {
      let isAccepted = false;
      const onAccepted = () => {
        isAccepted = true;
        accept();
      };
      execute(bulk, onAccepted).then(accept, (error: unknown) => (isAccepted ? fail(error) : refuse(error as Error)));
    });
  return { run, start, startOnAll, progress, words };
}

/** What Undo needs of the records; null: nothing takes it back. */
function fieldsRead(kind: UiKind, operation: BulkOperation): readonly string[] | null {
  if (operation.type === 'update') return fieldsToUndo(kind, operation.field);
  return operation.type === 'delete' ? leastFields(kind) : null;
}
