type Values = Readonly<Record<string, unknown>>;

export type StateGroup = 'backlog' | 'unstarted' | 'started' | 'completed' | 'cancelled';

export interface TaskProject {
  readonly key: string;
  readonly fields: Values;
  /** Columns of its board, in their order. */
  readonly states?: readonly { readonly key: string; readonly name: string; readonly group: StateGroup }[];
}

export interface TaskEntry {
  readonly key: string;
  readonly project?: string | undefined;
  readonly state?: string | undefined;
  readonly parent?: string | undefined;
  readonly fields: Values;
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
}

/** Kinds of which a board has records beside its tasks. */
export const BOARD_KINDS = ['projects:project', 'projects:state'];

/** The tasks as rows of an import. Projects and columns are named by each of their tasks. */
export function rowsOf({ projects, tasks }: TaskDataset): readonly Values[] {
  const byKey = new Map(projects.map((project) => [project.key, project]));
  return tasks.map(({ key, project, state, parent, fields, tags = [], comments = [], needs = [] }) => {
    const board = byKey.get(project ?? '');
    const column = board?.states?.findIndex((one) => one.key === state) ?? -1;
    const { name, group } = board?.states?.[column] ?? {};
    return present({
      'import.id': key,
      ...Object.fromEntries(Object.entries(board?.fields ?? {}).map(([field, value]) => [`project.${field}`, value])),
      ...(name === undefined
        ? {}
        : { 'state.name': name, 'state.group': group, 'state.rank': column, 'state.project': board?.fields['name'] }),
      'parent.id': parent,
      ...fields,
      tags,
      comments: comments.map((body) => ({ body })),
      dependencies: needs.map((needed) => ({ 'needs_task.id': needed })),
    });
  });
}

function present(item: Values): Values {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}
