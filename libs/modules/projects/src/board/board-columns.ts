import { type KindHookContext, type RecordDraft, validationFailed } from '@cubit/core';
import { stateRecord, type State } from '../state/state.fields.js';
import { STATUS_OF_GROUP } from '../state/state-group.js';
import { assertReachable, type TaskStatus } from '../task/task-status.js';
import type { TaskDraft, TaskKind } from '../task/task.fields.js';

/** Upper bound for the states of one workspace, far above what boards have. */
const MAX_STATES = 5_000;

type Draft = RecordDraft<TaskKind>;

/**
 * Keeps state and status consistent: a chosen state sets the status of its group, and a changed status selects a state of its
 * group. A new task starts in the default state of its board. The number of queries does not depend on the number of tasks.
 */
export async function resolveStates(context: KindHookContext, drafts: readonly TaskDraft[]): Promise<void> {
  const changed = drafts.filter(needsState);
  if (changed.length === 0) return;
  const columns = await readColumns(context, changed);
  for (const draft of changed) {
    if (choosesState(draft)) followState(draft, columns.byId);
    else findState(draft, columns.of(draft.fields.project));
  }
}

interface Columns {
  readonly byId: ReadonlyMap<string, State>;
  /** The columns of the board of a project; those of the workspace if it has none of its own. */
  of(project: string | undefined): readonly State[];
}

async function readColumns({ records }: KindHookContext, drafts: readonly Draft[]): Promise<Columns> {
  const chosen = drafts.flatMap(({ fields: { state } }) => state ?? []);
  const projects = [...new Set(drafts.flatMap(({ fields: { project } }) => project ?? []))];
  const order = { sort: 'rank', limit: MAX_STATES } as const;
  const byId = await records.getMany(stateRecord, chosen);
  const own =
    projects.length === 0 ? [] : await records.find(stateRecord, { where: { project: { in: projects } }, ...order });
  const shared = await records.find(stateRecord, { where: { project: null }, ...order });
  const byProject = Map.groupBy(own, ({ fields: { project } }) => project);
  return { byId, of: (project) => byProject.get(project) ?? shared };
}

function choosesState({ before, fields }: Draft): boolean {
  return fields.state !== undefined && fields.state !== before?.fields.state;
}

function needsState(draft: Draft): boolean {
  const { before, fields } = draft;
  if (before === null || choosesState(draft)) return true;
  return before.fields.status !== fields.status || before.fields.project !== fields.project;
}

function followState(draft: TaskDraft, byId: ReadonlyMap<string, State>): void {
  const { before, fields } = draft;
  const state = byId.get(fields.state ?? '');
  // An unknown state is refused when references are checked.
  if (!state) return;
  const path = draft.path('state');
  if (state.fields.project !== undefined && state.fields.project !== fields.project)
    throw validationFailed([{ path, code: 'other_project', message: 'The state belongs to another project.' }]);
  const status: TaskStatus = STATUS_OF_GROUP[state.fields.group];
  const isSet = before !== null && fields.status !== before.fields.status;
  if (isSet && fields.status !== status) {
    const message = `The group of the state, '${state.fields.group}', does not match the status '${fields.status}'.`;
    throw validationFailed([{ path, code: 'other_status', message }]);
  }
  if (before !== null) assertReachable(before.fields.status, status, path);
  draft.fields = { ...fields, status };
}

function findState(draft: TaskDraft, columns: readonly State[]): void {
  const { before, fields } = draft;
  const { state: _, ...others } = fields;
  const isDefault = ({ fields: { is_default } }: State) => is_default;
  // `todo` of a new task may be the default, so the default state of the board takes precedence.
  const start = before === null && fields.status === 'todo' ? columns.find(isDefault) : undefined;
  const fitting = columns.filter(({ fields: { group } }) => STATUS_OF_GROUP[group] === fields.status);
  const state = start ?? fitting.find(isDefault) ?? fitting[0];
  draft.fields = state ? { ...others, state: state.id, status: STATUS_OF_GROUP[state.fields.group] } : others;
}
