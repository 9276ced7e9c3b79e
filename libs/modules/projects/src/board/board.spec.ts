import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordBody, TestServer } from '@cubit/testing';
import { type Office, openOffice } from '../fixtures/office.js';

let server: TestServer;
let office: Office;
beforeAll(async () => {
  ({ server, office } = await openOffice());
});
afterAll(() => server.close());

let boards = 0;
async function boardOf(
  titles: readonly string[],
): Promise<{ readonly project: RecordBody; readonly tasks: RecordBody[] }> {
  boards += 1;
  const project = await office.addProject({ key: `BOARD${boards}` });
  const tasks: RecordBody[] = [];
  for (const title of titles) tasks.push(await office.addTask(title, { project: project.id }));
  return { project, tasks };
}
const orderOf = async ({ id }: RecordBody) =>
  (await office.list('task', { filter: `project == "${id}"`, sort: 'rank' })).map(({ title }) => title).join('');

describe('the order of a board', () => {
  it('is the order of creation until a task is moved', async () => {
    const { project, tasks } = await boardOf(['A', 'B', 'C', 'D']);
    expect(await orderOf(project)).toBe('ABCD');
    await office.do('move', tasks[3]!, { after: tasks[0]!.id });
    expect(await orderOf(project)).toBe('ADBC');
    await office.do('move', tasks[2]!, { before: tasks[0]!.id });
    expect(await orderOf(project)).toBe('CADB');
    await office.do('move', tasks[2]!, { after: tasks[1]!.id });
    await office.addTask('E', { project: project.id });
    expect(await orderOf(project)).toBe('ADBCE');
  });

  it('puts a task after the first of two neighbours that are no longer adjacent', async () => {
    const { project, tasks } = await boardOf(['A', 'B', 'C', 'D']);
    await office.do('move', tasks[3]!, { after: tasks[0]!.id, before: tasks[2]!.id });
    expect(await orderOf(project)).toBe('ADBC');
  });

  it('gives every task its own position when all are moved into one gap at the same time', async () => {
    const { project, tasks } = await boardOf(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
    const [anchor, ...others] = tasks;
    await Promise.all(others.map((task) => office.do('move', task, { after: anchor!.id })));
    const ranks = (await office.list('task', { filter: `project == "${project.id}"` })).map(
      ({ fields }) => fields['rank'],
    );
    expect(new Set(ranks).size).toBe(tasks.length);
    expect((await orderOf(project)).startsWith('A')).toBe(true);
  });

  it('applies to tasks without a project too', async () => {
    const [a, b, c] = [await office.addTask('a'), await office.addTask('b'), await office.addTask('c')];
    await Promise.all([office.do('move', b, { after: c.id }), office.do('move', a, { after: c.id })]);
    const loose = await office.list('task', { filter: '!has(project)', sort: 'rank' });
    expect(loose.map(({ title }) => title)[0]).toBe('c');
    expect(new Set(loose.map(({ fields }) => fields['rank'])).size).toBe(3);
  });

  it('is unchanged when ranks are redistributed because a gap has no short ranks left', async () => {
    const { project, tasks } = await boardOf(['A', 'B', 'C']);
    const [a, b, c] = tasks as [RecordBody, RecordBody, RecordBody];
    for (let turn = 0; turn < 270; turn += 1) {
      await office.do('move', c, { after: a.id });
      await office.do('move', b, { after: a.id });
    }
    expect(await orderOf(project)).toBe('ABC');
    const ranks = (await office.list('task', { filter: `project == "${project.id}"` })).map(({ fields }) =>
      String(fields['rank']),
    );
    expect(Math.max(...ranks.map(({ length }) => length))).toBeLessThan(100);
    expect((await office.payloadsOf(a, 'projects.task.moved')).length).toBe(0);
  });

  it('refuses a neighbour of another board, the task itself, and an unknown task', async () => {
    const { tasks } = await boardOf(['A', 'B']);
    const elsewhere = await office.addTask('Elsewhere');
    for (const [name, id] of [
      ['after', elsewhere.id],
      ['before', tasks[0]!.id],
      ['after', elsewhere.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
    ] as const) {
      const { status, body } = await office.run('move', tasks[0]!, { [name]: id });
      expect([status, body.error.details[0]]).toEqual([
        422,
        expect.objectContaining({ path: `/input/${name}`, code: 'not_on_board' }),
      ]);
    }
  });

  it('cannot be written by a client', async () => {
    const { tasks } = await boardOf(['A']);
    expect((await office.change(tasks[0]!, { rank: 'zzz' })).status).toBe(422);
  });
});

describe('a task that is moved to another project', () => {
  it('gets a number of that project, at the end of its board or at the requested position', async () => {
    const from = await boardOf(['A', 'B']);
    const to = await boardOf(['X', 'Y']);
    await office.do('move', from.tasks[0]!, { project: to.project.id });
    await office.do('move', from.tasks[1]!, { project: to.project.id, after: to.tasks[0]!.id });
    expect(await orderOf(to.project)).toBe('XBYA');
    expect(await office.fieldsOf(from.tasks[1]!)).toMatchObject({ number: `${String(to.project.fields['key'])}-4` });
    expect([await office.fieldsOf(from.project), await office.fieldsOf(to.project)]).toMatchObject([
      { open_tasks: 0 },
      { open_tasks: 4 },
    ]);
    expect(await office.payloadsOf(from.tasks[0]!, 'projects.task.moved')).toMatchObject([
      { fromProjectId: from.project.id, toProjectId: to.project.id },
    ]);
    await office.do('move', from.tasks[0]!, { project: null });
    expect((await office.fieldsOf(from.tasks[0]!))['number']).toBeUndefined();
  });
});

describe('the columns of a board', () => {
  async function columnsOf(project: RecordBody) {
    const add = (name: string, group: string, fields = {}) =>
      office.add('state', { project: project.id, name, group, ...fields });
    return {
      ideas: await add('Ideas', 'backlog', { rank: 10 }),
      next: await add('Next', 'unstarted', { rank: 20, is_default: true }),
      doing: await add('Doing', 'started', { rank: 30 }),
      review: await add('Review', 'started', { rank: 40 }),
      done: await add('Done', 'completed', { rank: 50 }),
    };
  }

  it('set the status of their tasks, and follow changes of the status', async () => {
    const { project } = await boardOf([]);
    const columns = await columnsOf(project);
    const task = await office.addTask('Door', { project: project.id });
    expect(task.fields).toMatchObject({ state: columns.next.id, status: 'todo' });
    await office.do('move', task, { state: columns.review.id });
    expect(await office.fieldsOf(task)).toMatchObject({ state: columns.review.id, status: 'in_progress' });
    await office.do('complete', task);
    expect(await office.fieldsOf(task)).toMatchObject({ state: columns.done.id, status: 'done' });
    await office.do('reopen', task);
    await office.do('start', task);
    expect(await office.fieldsOf(task)).toMatchObject({ state: columns.doing.id, status: 'in_progress' });
  });

  it('reopen a card that is moved out of done', async () => {
    const { project } = await boardOf([]);
    const columns = await columnsOf(project);
    const task = await office.addTask('Door', { project: project.id, state: columns.done.id });
    expect(task.fields['status']).toBe('done');
    expect((await office.change(task, { state: columns.doing.id })).body.fields['status']).toBe('in_progress');
    const names = (await office.eventsOf(task)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['projects.task.reopened', 'projects.task.started']));
  });

  it('are those of the workspace if a project has none of its own', async () => {
    const shared = await office.add('state', { name: 'Somewhere', group: 'started' });
    const { project } = await boardOf([]);
    const task = await office.addTask('Door', { project: project.id });
    await office.do('start', task);
    expect((await office.fieldsOf(task))['state']).toBe(shared.id);
    await office.remove(shared);
    expect((await office.fieldsOf(task))['state']).toBeUndefined();
  });

  it('refuse tasks of another project, and a state that contradicts the status', async () => {
    const { project, tasks } = await boardOf(['A']);
    const other = await boardOf(['B']);
    const columns = await columnsOf(project);
    const foreign = await office.run('move', other.tasks[0]!, { state: columns.doing.id });
    expect([foreign.status, foreign.body.error.details[0]]).toEqual([
      422,
      expect.objectContaining({ path: '/input/state', code: 'other_project' }),
    ]);
    const contradiction = await office.change(tasks[0]!, { state: columns.doing.id, status: 'done' });
    expect([contradiction.status, contradiction.body.error.details[0]?.code]).toEqual([422, 'other_status']);
  });

  it('have one default, even after concurrent changes', async () => {
    const { project } = await boardOf([]);
    const columns = await columnsOf(project);
    await Promise.all([columns.doing, columns.review].map((column) => office.change(column, { is_default: true })));
    const defaults = await office.list('state', { filter: `project == "${project.id}" && is_default` });
    expect(defaults).toHaveLength(1);
  });
});
