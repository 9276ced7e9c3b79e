import { ChangedSince } from './changed-since.js';
import { Watched } from './signal.js';

/** Something that a person did in this tab, and what takes it back on the server. */
export interface UndoStep {
  /** What was done, as people read it: `Used 2 of "M3 x 8"`. */
  readonly title: string;
  readonly undo: () => Promise<unknown>;
}

const MAX_STEPS = 50;

/** The undo steps of a tab, the newest last. */
export class UndoStack {
  readonly steps = new Watched<readonly UndoStep[]>([]);

  push(step: UndoStep): void {
    this.steps.set([...this.steps.value, step].slice(-MAX_STEPS));
  }

  /**
   * Takes back one step: the newest unless one is named. Resolves to it, or to null if there is none. A failed step stays,
   * unless it can never be taken back because others changed the same since.
   */
  async undo(step: UndoStep | undefined = this.steps.value.at(-1)): Promise<UndoStep | null> {
    if (!step || !this.steps.value.includes(step)) return null;
    try {
      await step.undo();
    } catch (error) {
      if (error instanceof ChangedSince) this.#drop(step);
      throw error;
    }
    this.#drop(step);
    return step;
  }

  #drop(step: UndoStep): void {
    this.steps.set(this.steps.value.filter((other) => other !== step));
  }
}
