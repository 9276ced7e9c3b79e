import type { JobDefinition, UndoInput } from '@cubit/jobs';
import type { CapabilityHost } from '@cubit/runtime';
import { importSteps } from './import-changes.js';
import { enterUndo } from './undo-context.js';
import { addOutcome, NOTHING_UNDONE, type UndoProgress, type UndoResult } from './undo-progress.js';
import { UndoStep } from './undo-step.js';

/**
 * Takes an import back: its transactions in reverse order, each in one transaction. What it wrote is known from the history, whose entries name
 * the job of the import, so imports store nothing for it. The import's entries stay as they are, so a step that is repeated changes nothing.
 */
export function undoImportJob(host: CapabilityHost): JobDefinition<UndoInput, UndoResult> {
  return {
    // An import must not find records that are about to be deleted.
    turn: () => 'import',
    async handler(job) {
      const context = await enterUndo(host, job);
      const steps = await importSteps(host.services.database.db, context);
      const total = steps.reduce((sum, { changes }) => sum + changes, 0);
      let state = (job.checkpoint as UndoProgress | null) ?? NOTHING_UNDONE;
      const begun = steps.findIndex(({ at }) => at === state.at) + 1;
      for (const { at, changes } of steps.slice(begun)) {
        job.signal.throwIfAborted();
        const before = state;
        state = await job.transaction(async (tx) => {
          const step = new UndoStep(context, tx, { isComplete: before.left === 0 });
          const outcome = await step.run(at);
          const next = { ...addOutcome(before, outcome), at, done: before.done + changes };
          await job.save(tx, next);
          return next;
        });
        job.progress(state.done, total);
      }
      const { deleted, set_back, left, left_records } = state;
      return { import: context.importId, deleted, set_back, left, left_records };
    },
  };
}
