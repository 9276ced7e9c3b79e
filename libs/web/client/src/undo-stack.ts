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
   * Takes back one step: the newest unless one is named. Resolves to it, or to null if there is none. A failed step comes back to its place,
   * unless it can never be taken back because others changed the same since.
   */
  async undo(step: UndoStep | undefined = this.steps.value.at(-1)): Promise<UndoStep | null> {
    const before = this.steps.value;
    if (!step || !before.includes(step)) return null;
    // At once: a second key press takes back the step before it, not the same one twice.
    this.steps.set(before.filter((other) => other !== step));
    try {
      await step.undo();
    } catch (error) {
      if (!(error instanceof ChangedSince)) this.#putBack(step, before);
      throw error;
    }
    return step;
  }

  #putBack(step: UndoStep, before: readonly UndoStep[]): void {
    const now = this.steps.value;
    const older = before.filter((other) => other === step || now.includes(other));
    this.steps.set([...older, ...now.filter((other) => !before.includes(other))].slice(-MAX_STEPS));
  }
}
