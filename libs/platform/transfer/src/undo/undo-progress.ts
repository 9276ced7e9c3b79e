export const UNDO_JOB = 'transfer:undo-import';
/** How long an import can be taken back after its end. */
export const UNDO_DAYS = 30;
const SHOWN_LEFT = 100;

/** A record that an undo left as it is. */
export interface LeftRecord {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly code: string;
  readonly message: string;
}

/** Result of an undo. A record is counted once, however often the import changed it. */
export interface UndoResult {
  /** The job of the import. */
  readonly import: string;
  readonly deleted: number;
  /** Records that have their values before the import again. */
  readonly set_back: number;
  /** Records that could not be taken back. */
  readonly left: number;
  /** The first of them. */
  readonly left_records: readonly LeftRecord[];
}

/** Progress of an undo, saved in the same transaction as its writes. */
export interface UndoProgress extends Pick<UndoResult, 'deleted' | 'set_back' | 'left' | 'left_records'> {
  /** The last step that was taken back: the time of a transaction of the import. Null: none. */
  readonly at: string | null;
  /** Changes of the steps that were taken back. */
  readonly done: number;
}

export const NOTHING_UNDONE: UndoProgress = { deleted: 0, set_back: 0, left: 0, left_records: [], at: null, done: 0 };

/** What one step took back. */
export interface StepOutcome {
  readonly deleted: number;
  readonly setBack: number;
  readonly left: readonly LeftRecord[];
}

export function addOutcome(state: UndoProgress, { deleted, setBack, left }: StepOutcome): UndoProgress {
  return {
    ...state,
    deleted: state.deleted + deleted,
    set_back: state.set_back + setBack,
    left: state.left + left.length,
    left_records: [...state.left_records, ...left].slice(0, SHOWN_LEFT),
  };
}
