import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projects } from '@cubit/projects';
import { createTestServer, describeWithData, type TestClient, type TestServer } from '@cubit/testing';
import { Client } from '../client.js';
import { loadTasks, type TaskReport } from './load-tasks.js';
import { readTasks } from './read-tasks.js';
import type { TaskDataset } from './task-dataset.js';

interface Loaded {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}
type Listed = (kind: string, query?: Readonly<Record<string, string>>) => Promise<readonly Loaded[]>;

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await createTestServer({ modules: [projects] });
  url = await server.listen();
});
afterAll(() => server.close());

/** Loads into a new workspace. */
async function load(dataset: TaskDataset): Promise<{ readonly report: TaskReport; readonly list: Listed }> {
  const workspace = await server.workspace();
  const user = await workspace.member();
  const member: TestClient = server.as(user);
  const client = new Client({ url, workspace: workspace.slug, token: user.token });
  const list: Listed = async (kind, query = {}) =>
    (
      await member.get<{ data: Loaded[] }>(
        `${workspace.path}/modules/projects/records/${kind}?${new URLSearchParams({ limit: '200', ...query })}`,
      )
    ).body.data;
  return { report: await loadTasks(client, dataset, () => undefined), list };
}

function read(text: string): TaskDataset {
  const dataset = readTasks(text);
  if (dataset === null) throw new Error('The export is not recognised.');
  return dataset;
}

describeWithData('real exports of tasks', 'shared/data/tasks', (folder) => {
  const file = (name: string) => read(readFileSync(join(folder, name), 'utf8'));

  it('of Vikunja keep projects, columns, labels and comments', async () => {
    const { report, list } = await load(file('vikunja_export_data.json'));
    expect(report).toEqual({ projects: 2, states: 2, tasks: 2, comments: 1, dependencies: 0 });
    const [first, second] = await list('task', { sort: 'rank' });
    const [bucket] = await list('state', { filter: 'name == "Test Bucket"' });
    expect([first, second]).toMatchObject([
      { title: 'test project', tags: ['test'], fields: { status: 'todo', state: bucket?.id } },
      { title: 'some other task', tags: [] },
    ]);
    expect((await list('comment'))[0]?.fields).toMatchObject({
      body: '2023-01-13:\n\nThis is a comment',
      on: { kind: 'projects:task', id: first?.id },
    });
  });

  it('of TickTick keep lists, subtasks, order, due times and completion', async () => {
    const { report, list } = await load(file('ticktick_export.csv'));
    expect(report).toEqual({ projects: 2, states: 0, tasks: 11, comments: 0, dependencies: 0 });
    const tasks = new Map((await list('task')).map((task) => [task.title, task]));
    const parent = tasks.get('Task with reminder and dates');
    expect(parent).toMatchObject({
      tags: ['work', 'reminder'],
      fields: { due_at: '2018-12-11T23:00:00.000Z', start_date: '2018-12-11', status: 'todo', overdue: true },
    });
    expect(tasks.get('Subtask example')?.fields['parent']).toBe(parent?.id);
    expect(tasks.get('Completed task example')?.fields).toMatchObject({
      status: 'done',
      completed_at: '2025-11-25T10:39:31.000Z',
    });
    expect(
      (await list('project', { sort: 'title' })).map(({ title, fields }) => [title, fields['open_tasks']]),
    ).toEqual([
      ['Personal / Shopping', 2],
      ['Work / Project Alpha', 4],
    ]);
    expect((await list('task', { filter: '!has(project)', sort: 'rank' })).map(({ title }) => title)[0]).toBe(
      'Long task description example',
    );
  });

  it('of Wekan keep the board: columns, cards, checklists and comments', async () => {
    const { report, list } = await load(file('wekan_board_export.json'));
    expect(report).toEqual({ projects: 1, states: 3, tasks: 3, comments: 2, dependencies: 0 });
    const cards = await list('task', { sort: 'rank' });
    expect(cards).toMatchObject([
      {
        title: 'Fix authentication flow',
        tags: ['Bug', 'Urgent'],
        fields: {
          status: 'backlog',
          start_date: '2024-03-01',
          due_at: '2024-03-15T17:00:00.000Z',
          checklist: [
            { text: 'Reproduce the issue', done: true },
            { text: 'Write failing test', done: false },
            { text: 'Fix the code', done: false },
          ],
        },
      },
      { title: 'Add dark mode', tags: ['Feature'], fields: { status: 'in_progress' } },
      { title: 'Update README', fields: { status: 'done' } },
    ]);
    expect((await list('project'))[0]?.fields).toMatchObject({ open_tasks: 2, done_tasks: 1, progress_pct: 33 });
  });

  it('of GitHub keep every issue and comment, in order', async () => {
    const dataset = file('github_issues_dump_a.json');
    const { report, list } = await load(dataset);
    expect(report).toEqual({ projects: 1, states: 0, tasks: 102, comments: 340, dependencies: 0 });
    const tasks = await list('task', { sort: 'rank' });
    expect(tasks.map(({ title }) => title)).toEqual(dataset.tasks.map(({ fields }) => fields['title']));
    expect(tasks[1]).toMatchObject({ tags: ['idea'], fields: { status: 'done' } });
    expect(tasks[0]?.fields['completed_at']).toBe('2021-12-28T17:43:25.000Z');
    expect((await list('project'))[0]?.fields).toMatchObject({ done_tasks: 102, progress_pct: 100 });
    const [said] = await list('comment', { filter: `title.startsWith("**cjpatton**, 2021-12-28: The aggregation")` });
    expect(said?.fields['on']).toEqual({ kind: 'projects:task', id: tasks[0]?.id });
  });
});

describe('an export', () => {
  const vikunja = (tasks: readonly object[]) =>
    JSON.stringify([
      {
        id: 1,
        title: 'House',
        description: '',
        identifier: 'HOUSE',
        hex_color: 'ff0000',
        is_archived: true,
        buckets: null,
        tasks: tasks.map((task, index) => ({
          id: index + 1,
          title: `Task ${index + 1}`,
          description: '',
          done: false,
          done_at: '0001-01-01T00:00:00Z',
          due_date: '2026-03-01T08:00:00Z',
          start_date: '0001-01-01T00:00:00Z',
          repeat_after: 0,
          repeat_mode: 0,
          priority: 0,
          position: index,
          labels: null,
          related_tasks: {},
          attachments: null,
          comments: null,
          ...task,
        })),
      },
    ]);

  it('keeps dependencies, recurrences and completed projects', async () => {
    const { report, list } = await load(
      read(
        vikunja([
          { repeat_after: 604_800, priority: 5 },
          { related_tasks: { blocked: [{ id: 1 }], parenttask: [{ id: 1 }] } },
        ]),
      ),
    );
    expect(report).toMatchObject({ tasks: 2, dependencies: 1 });
    const [first, second] = await list('task', { sort: 'title' });
    expect(first?.fields).toMatchObject({ recurrence: 'FREQ=DAILY;INTERVAL=7', priority: 'urgent', number: 'HOUSE-1' });
    expect(second?.fields).toMatchObject({ blocked: true, parent: first?.id });
    expect((await list('project'))[0]?.fields).toMatchObject({ status: 'completed', color: '#ff0000' });
  });

  it('with a missing reference is refused', async () => {
    const dataset = read(vikunja([{ related_tasks: { parenttask: [{ id: 99 }] } }]));
    await expect(load(dataset)).rejects.toThrow("has no parent '99'");
  });

  it('of an unknown program is not recognised', () => {
    for (const text of ['', 'a,b\n1,2', '{}', '[{"title":"x"}]', '{"parts":[]}']) expect(readTasks(text)).toBeNull();
  });
});
