import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Office } from '../fixtures/office.js';
import { projects } from '../projects.module.js';
import { keyOfName } from './project-key.js';

let server: TestServer;
let workspace: TestWorkspace;
let office: Office;
beforeAll(async () => {
  server = await createTestServer({ modules: [projects] });
  workspace = await server.workspace();
  office = new Office(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

describe('the key of a project', () => {
  it.each([
    ['Garden shed', 'GS'],
    ['Shed', 'SHED'],
    ['Änderung', 'ANDE'],
    ['2026 budget', 'P2B'],
    ['棚', 'P'],
    ['a b c d e f g', 'ABCDE'],
  ])('of %s is %s', (name, key) => {
    expect(keyOfName(name)).toBe(key);
  });

  it('is derived from the name if none is given, and is unique', async () => {
    const made = [await office.addProject({ name: 'Tool wall' }), await office.addProject({ name: 'Tool wall' })];
    expect(made.map(({ fields }) => fields['key'])).toEqual(['TW', 'TW2']);
  });

  it('is derived for any number of projects whose names lead to the same key', async () => {
    const createMany = async (count: number) => {
      const operations = Array.from({ length: count }, (_, index) => ({
        op: 'create',
        fields: { name: '棚'.repeat(index + 1) },
      }));
      const { body } = await server
        .as(workspace.owner)
        .post<{ results: { record: { fields: { key: string } } }[] }>(
          `${workspace.path}/modules/projects/records/project/batch`,
          { operations },
        );
      return body.results.map(({ record }) => record.fields.key);
    };
    await office.addProject({ name: 'In the way', key: 'P25' });
    const keys = [...(await createMany(200)), ...(await createMany(30))];
    expect(new Set([...keys, 'P25']).size).toBe(231);
  });

  it('is in capitals, and is used once, even under concurrent requests', async () => {
    expect((await office.addProject({ key: 'prj-nim' })).fields['key']).toBe('PRJ-NIM');
    const { status, body } = await office.create('project', { name: 'Other', key: 'Prj-Nim' });
    expect([status, body.error.details[0]?.path]).toEqual([409, '/fields/key']);
    const answers = await Promise.all([1, 2].map(() => office.create('project', { name: 'Both', key: 'BOTH' })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409]);
  });
});

describe('a project', () => {
  it('changes its status from planning to its end only by actions', async () => {
    const project = await office.addProject();
    const plain = await office.change(project, { status: 'active' });
    expect([plain.status, plain.body.error.code]).toEqual([409, 'invalid_transition']);
    for (const action of [
      'activate_project',
      'hold_project',
      'activate_project',
      'complete_project',
      'activate_project',
    ])
      await office.do(action, project);
    await office.do('cancel_project', project);
    const payloads = await office.payloadsOf(project, 'projects.project.status_changed');
    expect(payloads.map(({ to }) => to)).toEqual(['active', 'on_hold', 'active', 'completed', 'active', 'cancelled']);
    expect(await office.payloadsOf(project, 'projects.project.completed')).toHaveLength(1);
    expect((await office.fieldsOf(project))['completed_at']).toBeUndefined();
  });

  it.each([
    ['on_hold', 'complete_project', 'completed'],
    ['on_hold', 'cancel_project', 'cancelled'],
    ['completed', 'cancel_project', 'cancelled'],
  ])('goes from %s by %s to %s', async (from, action, to) => {
    const project = await office.addProject({ status: 'active' });
    await office.do(from === 'on_hold' ? 'hold_project' : 'complete_project', project);
    expect((await office.fieldsOf(project))['status']).toBe(from);
    await office.do(action, project);
    expect((await office.fieldsOf(project))['status']).toBe(to);
  });

  it('refuses an action that its status does not allow', async () => {
    const planning = await office.addProject();
    const gone = await office.addProject();
    await office.do('cancel_project', gone);
    for (const action of ['hold_project', 'complete_project'])
      expect((await office.run(action, planning)).status).toBe(409);
    for (const action of ['activate_project', 'hold_project', 'complete_project', 'cancel_project'])
      expect((await office.run(action, gone)).status).toBe(409);
  });

  it.each(['activate_project', 'hold_project', 'complete_project', 'cancel_project'])(
    'applies one of two concurrent actions: %s',
    async (action) => {
      const project = await office.addProject({ status: action === 'activate_project' ? 'planning' : 'active' });
      const answers = await Promise.all([office.run(action, project), office.run(action, project)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    },
  );

  it('closes its open tasks, even blocked ones, only if asked to', async () => {
    const kept = await office.addProject({ status: 'active' });
    await office.addTask('Open', { project: kept.id });
    expect((await office.do('complete_project', kept)).result).toEqual({ closed_tasks: 0 });
    expect(await office.payloadsOf(kept, 'projects.project.completed')).toMatchObject([{ openTasks: 1 }]);

    const closed = await office.addProject({ status: 'active' });
    const [a, b] = [
      await office.addTask('a', { project: closed.id }),
      await office.addTask('b', { project: closed.id }),
    ];
    await office.do('add_dependency', a, { needs_task: b.id });
    expect((await office.do('complete_project', closed, { cascade: true })).result).toEqual({ closed_tasks: 2 });
    expect(await office.fieldsOf(closed)).toMatchObject({ progress_pct: 100, open_tasks: 0, done_tasks: 2 });
    expect(await office.payloadsOf(a, 'projects.task.completed')).toHaveLength(1);

    const given = await office.addProject({ status: 'active' });
    const task = await office.addTask('Open', { project: given.id });
    await office.do('cancel_project', given, { cascade: true });
    expect(await office.fieldsOf(task)).toMatchObject({ status: 'cancelled' });
  });

  it('refuses an end before its start', async () => {
    const { status, body } = await office.create('project', {
      name: 'Back to front',
      start_date: '2026-03-02',
      target_date: '2026-03-01',
    });
    expect([status, body.error.details[0]]).toEqual([
      422,
      expect.objectContaining({ path: '/fields/target_date', code: 'before_start' }),
    ]);
  });

  it('cannot be deleted while it has tasks', async () => {
    const project = await office.addProject();
    const task = await office.addTask('Keep', { project: project.id });
    expect((await office.remove(project)).status).toBe(409);
    await office.remove(task);
    expect((await office.remove(project)).status).toBe(204);
    expect((await office.eventsOf(project)).map(({ name }) => name)).toContain('projects.project.deleted');
  });
});

describe('the progress of a project', () => {
  it('is the share of done tasks among those not cancelled, after any change of its tasks', async () => {
    const project = await office.addProject();
    const tasks = await Promise.all(
      Array.from({ length: 10 }, (_, index) => office.addTask(`${index}`, { project: project.id })),
    );
    const progress = async () => {
      const { progress_pct, open_tasks, done_tasks } = await office.fieldsOf(project);
      return [progress_pct, open_tasks, done_tasks];
    };
    await Promise.all(tasks.slice(0, 3).map((task) => office.do('complete', task)));
    expect(await progress()).toEqual([30, 7, 3]);
    await Promise.all(tasks.slice(3, 7).map((task) => office.do('cancel', task)));
    expect(await progress()).toEqual([50, 3, 3]);
    await office.remove(tasks[0]!);
    expect(await progress()).toEqual([40, 3, 2]);
    await office.restore(tasks[0]!);
    await office.do('reopen', tasks[1]!);
    expect(await progress()).toEqual([33, 4, 2]);
  });

  it('emits no update event of the project', async () => {
    const project = await office.addProject();
    await office.addTask('One', { project: project.id });
    expect((await office.eventsOf(project)).map(({ name }) => name)).not.toContain('projects.project.updated');
  });
});
