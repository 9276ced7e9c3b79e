import type { Client } from '../client.js';
import type { TaskDataset, TaskEntry } from './task-dataset.js';

export interface TaskReport {
  readonly projects: number;
  readonly states: number;
  readonly tasks: number;
  readonly comments: number;
  readonly dependencies: number;
}

type Progress = (what: string, done: number, total: number) => void;
type Ids = ReadonlyMap<string, string>;

/** Loads projects and tasks into a workspace with the module `projects`, through the public API only. */
export async function loadTasks(client: Client, dataset: TaskDataset, progress: Progress): Promise<TaskReport> {
  // Checked before anything is written, so that an incomplete export writes nothing.
  const levels = levelsOf(dataset.tasks);
  const create = async <Entry extends { readonly key: string }>(
    kind: `projects:${string}`,
    entries: readonly Entry[],
    recordOf: (entry: Entry) => { readonly fields: object; readonly tags?: readonly string[] },
  ): Promise<Ids> => {
    const records = entries.map(recordOf).map(({ fields, ...rest }) => ({ ...rest, fields: present(fields) }));
    const ids = await client.createAll(kind, records, (done) => progress(kind, done, records.length));
    return new Map(entries.map(({ key }, index) => [key, ids[index] ?? '']));
  };
  const projects = await create('projects:project', dataset.projects, ({ fields }) => ({ fields }));
  const columns = dataset.projects.flatMap(({ key: project, states = [] }) =>
    states.map((state, rank) => ({ ...state, project, rank })),
  );
  const states = await create('projects:state', columns, ({ name, group, project, rank }) => ({
    fields: { name, group, rank, project: idOf(projects, project) },
  }));
  const tasks = new Map<string, string>();
  for (const level of levels) {
    const made = await create('projects:task', level, ({ fields, tags = [], project, state, parent }) => ({
      tags,
      fields: {
        ...fields,
        project: project && idOf(projects, project),
        state: state && idOf(states, state),
        parent: parent && idOf(tasks, parent),
      },
    }));
    for (const [key, id] of made) tasks.set(key, id);
  }
  const said = dataset.tasks.flatMap(({ key, comments = [] }) => comments.map((body) => ({ key, body })));
  const comments = await client.createAll(
    'projects:comment',
    said.map(({ key, body }) => ({ fields: { body, on: { kind: 'projects:task', id: idOf(tasks, key) } } })),
    (done) => progress('projects:comment', done, said.length),
  );
  const waiting = dataset.tasks.flatMap(({ key, needs = [] }) => needs.map((needed) => ({ key, needed })));
  const dependencies = await client.createAll(
    'projects:dependency',
    waiting.map(({ key, needed }) => ({ fields: { task: idOf(tasks, key), needs_task: idOf(tasks, needed) } })),
    (done) => progress('projects:dependency', done, waiting.length),
  );
  for (const { key, isClosed } of dataset.projects)
    if (isClosed === true)
      await client.run('projects:complete_project', { kind: 'projects:project', id: idOf(projects, key) });
  return {
    projects: projects.size,
    states: states.size,
    tasks: tasks.size,
    comments: comments.length,
    dependencies: dependencies.length,
  };
}

/** Groups tasks by depth, parents first, so that each depth is created at once. */
function levelsOf(tasks: readonly TaskEntry[]): readonly (readonly TaskEntry[])[] {
  const levels: TaskEntry[][] = [];
  const placed = new Set<string>();
  for (let open = tasks; open.length > 0;) {
    const level = open.filter(({ parent }) => parent === undefined || placed.has(parent));
    if (level.length === 0) throw new Error(`Task '${open[0]?.key ?? ''}' has no parent '${open[0]?.parent ?? ''}'.`);
    levels.push(level);
    for (const { key } of level) placed.add(key);
    open = open.filter(({ key }) => !placed.has(key));
  }
  return levels;
}

function present(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function idOf(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The export refers to '${key}', which it does not have.`);
  return id;
}
