type Fields = Readonly<Record<string, unknown>>;

export type StateGroup = 'backlog' | 'unstarted' | 'started' | 'completed' | 'cancelled';

export interface TaskProject {
  readonly key: string;
  readonly fields: Fields;
  /** The project is completed after its tasks are loaded. */
  readonly isClosed?: boolean;
  /** Columns of its board, in order. */
  readonly states?: readonly { readonly key: string; readonly name: string; readonly group: StateGroup }[];
}

export interface TaskEntry {
  readonly key: string;
  readonly project?: string | undefined;
  readonly state?: string | undefined;
  readonly parent?: string | undefined;
  readonly fields: Fields;
  readonly tags?: readonly string[];
  /** Texts, oldest first. */
  readonly comments?: readonly string[];
  /** Keys of the tasks that it needs. */
  readonly needs?: readonly string[];
}

/** Projects and tasks with readable keys instead of ids, in board order. Field names are those of the API. */
export interface TaskDataset {
  readonly projects: readonly TaskProject[];
  readonly tasks: readonly TaskEntry[];
  /** Counts of items in the source that tasks cannot represent. */
  readonly leftOut: Readonly<Record<string, number>>;
}
