type Fields = Readonly<Record<string, unknown>>;

export type StateGroup = 'backlog' | 'unstarted' | 'started' | 'completed' | 'cancelled';

export interface TaskProject {
  readonly key: string;
  readonly fields: Fields;
  /** It is over: completed once its tasks are there. */
  readonly isClosed?: boolean;
  /** Columns of its board, in their order. */
  readonly states?: readonly { readonly key: string; readonly name: string; readonly group: StateGroup }[];
}

export interface TaskEntry {
  readonly key: string;
  readonly project?: string | undefined;
  readonly state?: string | undefined;
  readonly parent?: string | undefined;
  readonly fields: Fields;
  readonly tags?: readonly string[];
  /** Texts, the oldest first. */
  readonly comments?: readonly string[];
  /** Tasks that it waits for. */
  readonly needs?: readonly string[];
}

/** Projects and tasks with readable keys instead of ids, in the order of their boards. Fields are those of the API. */
export interface TaskDataset {
  readonly projects: readonly TaskProject[];
  readonly tasks: readonly TaskEntry[];
  /** What the source has that tasks here do not, and how much of it. */
  readonly leftOut: Readonly<Record<string, number>>;
}
