import type { Watchable } from '@cubit/web-client';
import type { Edit } from './edit-plan.js';
import type { Plan } from './plan.js';
import { nodeAt } from './pointer.js';

/** What is on the screen: the document as it would be saved, and what is selected in it. */
export interface EditorState extends Edit {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The document is not the one that was loaded or saved last. */
  readonly isDirty: boolean;
  /** Rises with each change that is no preview: what is kept as a draft. */
  readonly revision: number;
}

interface Step extends Edit {
  /** Changes in a row with the same name are one step. */
  readonly name: string | undefined;
}

const MOST_STEPS = 200;

/** The document with its changes, each of which can be undone. */
export class PlanEditor implements Watchable<EditorState> {
  #saved: Plan | null;
  #past: readonly Step[] = [];
  #future: readonly Edit[] = [];
  #now: Step;
  #preview: Edit | null = null;
  #revision = 0;
  #state: EditorState;
  readonly #listeners = new Set<() => void>();

  /** `saved`: what the server has; null: nothing yet. */
  constructor(plan: Plan, saved: Plan | null) {
    this.#saved = saved;
    this.#now = { plan, selected: null, name: undefined };
    this.#state = this.#made();
  }

  get value(): EditorState {
    return this.#state;
  }

  /** The document without a preview. */
  get plan(): Plan {
    return this.#now.plan;
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly select = (selected: string | null): void => {
    if (selected === this.#now.selected && !this.#preview) return;
    this.#now = { ...this.#now, selected, name: undefined };
    this.#update();
  };

  /** A step of the history. With a name, it continues the step before it that has the same. */
  readonly edit = (next: Plan | Edit, name?: string): void => {
    const edit = 'rooms' in next ? { plan: next, selected: this.#now.selected } : next;
    this.#preview = null;
    if (edit.plan === this.#now.plan) return this.select(edit.selected);
    const continues = name !== undefined && name === this.#now.name;
    if (!continues) this.#past = [...this.#past.slice(1 - MOST_STEPS), this.#now];
    this.#future = [];
    this.#now = { ...edit, name };
    this.#revision += 1;
    this.#update();
  };

  /** Shows a change that is not made yet: a drag. Null shows the document again. */
  readonly preview = (edit: Edit | null): void => {
    this.#preview = edit;
    this.#update();
  };

  readonly undo = (): boolean => {
    const before = this.#past.at(-1);
    if (!before) return false;
    this.#future = [this.#now, ...this.#future];
    this.#past = this.#past.slice(0, -1);
    this.#show(before);
    return true;
  };

  readonly redo = (): boolean => {
    const [after, ...others] = this.#future;
    if (!after) return false;
    this.#past = [...this.#past, this.#now];
    this.#future = others;
    this.#show(after);
    return true;
  };

  /** To call when the server has the document. */
  readonly markSaved = (plan: Plan): void => {
    this.#saved = plan;
    this.#now = { ...this.#now, name: undefined };
    this.#update();
  };

  #show({ plan, selected }: Edit): void {
    this.#preview = null;
    this.#now = { plan, selected, name: undefined };
    this.#revision += 1;
    this.#update();
  }

  #made(): EditorState {
    const { plan, selected } = this.#preview ?? this.#now;
    return {
      plan,
      selected: selected !== null && nodeAt(plan, selected) ? selected : null,
      canUndo: this.#past.length > 0,
      canRedo: this.#future.length > 0,
      isDirty: this.#now.plan !== this.#saved,
      revision: this.#revision,
    };
  }

  #update(): void {
    this.#state = this.#made();
    for (const listener of this.#listeners) listener();
  }
}
