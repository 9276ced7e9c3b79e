import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordStatements, type TestServer, type TestUser, type TestWorkspace, transitionsOf } from '@cubit/testing';
import { type Office, openOffice } from '../fixtures/office.js';
import { taskLifecycle } from './task-status.js';

let server: TestServer;
let workspace: TestWorkspace;
let ada: TestUser;
let office: Office;
beforeAll(async () => {
  ({ server, workspace, ada, office } = await openOffice());
});
afterAll(() => server.close());

const names = async (record: { readonly id: string }) => (await office.eventsOf(record)).map(({ name }) => name);

describe('the number of a task', () => {
  it('counts within its project; a task without a project has none', async () => {
    const shed = await office.addProject({ key: 'shed' });
    const [first, second] = [
      await office.addTask('Foundation', { project: shed.id }),
      await office.addTask('Walls', { project: shed.id }),
    ];
    const loose = await office.addTask('Call the bank');
    expect([first.fields['number'], second.fields['number'], loose.fields['number']]).toEqual([
      'SHED-1',
      'SHED-2',
      undefined,
    ]);
  });

  it('is unique among twenty tasks that are created at the same time', async () => {
    const shed = await office.addProject({ key: 'RACE' });
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => office.addTask(`Task ${index}`, { project: shed.id })),
    );
    const sequence = made.map(({ fields }) => Number(String(fields['number']).replace('RACE-', '')));
    expect(sequence.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(new Set(made.map(({ fields }) => fields['rank'])).size).toBe(20);
    expect(await office.fieldsOf(shed)).toMatchObject({ open_tasks: 20, last_number: 20 });
  });

  it('is not reused after a task is deleted', async () => {
    const shed = await office.addProject({ key: 'GONE' });
    await office.remove(await office.addTask('First', { project: shed.id }));
    expect((await office.addTask('Second', { project: shed.id })).fields['number']).toBe('GONE-2');
  });

  it('follows a new key of the project, and is another one in another project', async () => {
    const shed = await office.addProject({ key: 'OLD' });
    const barn = await office.addProject({ name: 'Barn', key: 'BARN' });
    const task = await office.addTask('Roof', { project: shed.id });
    await office.change(shed, { key: 'new' });
    expect((await office.fieldsOf(task))['number']).toBe('NEW-1');
    await office.change(task, { project: barn.id });
    expect((await office.fieldsOf(task))['number']).toBe('BARN-1');
  });

  it('cannot be written by a client', async () => {
    const { status } = await office.create('task', { title: 'Roof', number: 'X-1' });
    expect(status).toBe(422);
  });
});

describe('a task', () => {
  it('has its creator as reporter, unless another one is given', async () => {
    const mine = await office.addTask('Mine');
    const reported = await office.addTask('Asked for', { reporter: workspace.owner.id });
    expect([mine.fields['reporter'], reported.fields['reporter']]).toEqual([ada.id, workspace.owner.id]);
  });

  it.each(transitionsOf(taskLifecycle))('is set from %s to %s', async (from, to) => {
    const task = await office.addTask('Paint', { status: from });
    expect((await office.change(task, { status: to })).body.fields['status']).toBe(to);
  });

  it('accepts only members as assignees', async () => {
    const stranger = await server.register();
    const { status, body } = await office.create('task', { title: 'Roof', assignees: [ada.id, stranger.id] });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/fields/assignees']);
  });

  it('is never its own descendant, and its subtasks stay when it is deleted', async () => {
    const roof = await office.addTask('Roof');
    const felt = await office.addTask('Felt', { parent: roof.id });
    const { status, body } = await office.change(roof, { parent: felt.id });
    expect([status, body.error.details[0]]).toEqual([422, expect.objectContaining({ path: '/fields/parent' })]);
    await office.remove(roof);
    expect((await office.fieldsOf(felt))['parent']).toBeUndefined();
  });

  it('is linked only with existing records, of any kind, and keeps the links after their deletion', async () => {
    const [project, other] = [await office.addProject(), await office.addTask('Other')];
    const links = [project, other].map(({ kind, id }) => ({ kind, id }));
    const task = await office.addTask('Linked', { linked: links });
    const missing = [
      { kind: 'projects:task', id: project.id },
      { kind: 'nothing:here', id: other.id },
    ];
    const { status, body } = await office.create('task', { title: 'Astray', linked: [links[0], ...missing] });
    expect([status, body.error.details]).toMatchObject([
      422,
      [1, 2].map((index) => ({ path: `/fields/linked/${index}`, code: 'unknown_reference' })),
    ]);
    await office.remove(other);
    expect((await office.change(task, { linked: links.toReversed() })).status).toBe(200);
  });

  it('changes its status by a patch too, with the same consequences as an action', async () => {
    const task = await office.addTask('Paint');
    await office.change(task, { status: 'in_progress' });
    expect((await office.fieldsOf(task))['start_date']).toMatch(/^\d{4}-\d\d-\d\d$/);
    await office.change(task, { status: 'done' });
    expect((await office.fieldsOf(task))['completed_at']).toMatch(/Z$/);
    await office.change(task, { status: 'todo' });
    expect((await office.fieldsOf(task))['completed_at']).toBeUndefined();
    expect((await names(task)).filter((name) => !name.endsWith('.updated'))).toEqual([
      'projects.task.created',
      'projects.task.started',
      'projects.task.completed',
      'projects.task.reopened',
    ]);
  });

  it('must be reopened before any other change of status', async () => {
    const task = await office.addTask('Paint', { status: 'cancelled' });
    const { status, body } = await office.change(task, { status: 'in_progress' });
    expect([status, body.error.code]).toEqual([409, 'invalid_transition']);
  });

  it('that was completed elsewhere keeps its completion time', async () => {
    const task = await office.addTask('Imported', { status: 'done', completed_at: '2020-02-03T04:05:06Z' });
    expect(task.fields['completed_at']).toBe('2020-02-03T04:05:06.000Z');
  });
});

describe('starting, completing, reopening and cancelling', () => {
  it('change the status, and put the reason into the event', async () => {
    const task = await office.addTask('Gutters');
    const started = await office.do('start', task);
    expect(started.record.fields['status']).toBe('in_progress');
    expect((await office.do('complete', task, { comment: 'Twice as long as planned' })).record.fields).toMatchObject({
      status: 'done',
    });
    await office.do('reopen', task, { reason: 'It leaks' });
    await office.do('cancel', task, { reason: 'Tear it down' });
    expect(await office.payloadsOf(task, 'projects.task.reopened')).toMatchObject([{ reason: 'It leaks' }]);
    expect(await office.payloadsOf(task, 'projects.task.cancelled')).toMatchObject([{ reason: 'Tear it down' }]);
    expect(await office.payloadsOf(task, 'projects.comment.created')).toMatchObject([
      { excerpt: 'Twice as long as planned', taskId: task.id },
    ]);
  });

  it('are refused in the wrong status', async () => {
    const task = await office.addTask('Gutters');
    const refused = async (action: string) => {
      const { status, body } = await office.run(action, task);
      return [status, body.error.code];
    };
    expect(await refused('reopen')).toEqual([409, 'invalid_transition']);
    await office.do('complete', task);
    for (const action of ['start', 'complete', 'cancel'])
      expect(await refused(action)).toEqual([409, 'invalid_transition']);
  });

  it.each(['start', 'complete', 'cancel'])('happen once under two concurrent requests: %s', async (action) => {
    const task = await office.addTask('Gutters');
    const answers = await Promise.all([office.run(action, task), office.run(action, task)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('reopens once under two concurrent requests', async () => {
    const task = await office.addTask('Gutters', { status: 'done' });
    const answers = await Promise.all([office.run('reopen', task), office.run('reopen', task)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await office.payloadsOf(task, 'projects.task.reopened')).toHaveLength(1);
  });
});

describe('assigning', () => {
  it('emits the added and the removed assignees, and not those who already had the task', async () => {
    const task = await office.addTask('Saw', { assignees: [ada.id] });
    await office.do('assign', task, { users: [ada.id, workspace.owner.id] });
    await office.do('assign', task, { users: [workspace.owner.id] });
    await office.do('unassign', task, { users: [ada.id] });
    expect((await office.fieldsOf(task))['assignees']).toEqual([workspace.owner.id]);
    const recipients = async (name: string) => (await office.payloadsOf(task, name)).map(({ userIds }) => userIds);
    expect(await recipients('projects.task.assigned')).toEqual([[ada.id], [workspace.owner.id]]);
    expect(await recipients('projects.task.unassigned')).toEqual([[ada.id]]);
  });

  it('refuses a user who is not a member, with the path in the input', async () => {
    const stranger = await server.register();
    const task = await office.addTask('Saw');
    const { status, body } = await office.run('assign', task, { users: [stranger.id] });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/users']);
    expect((await office.run('unassign', task, { users: [] })).status).toBe(422);
  });

  it('loses no assignee under concurrent requests', async () => {
    const task = await office.addTask('Saw');
    await Promise.all([ada.id, workspace.owner.id].map((id) => office.do('assign', task, { users: [id] })));
    expect(new Set((await office.fieldsOf(task))['assignees'] as string[])).toEqual(
      new Set([ada.id, workspace.owner.id]),
    );
    await Promise.all([ada.id, workspace.owner.id].map((id) => office.do('unassign', task, { users: [id] })));
    expect((await office.fieldsOf(task))['assignees']).toEqual([]);
  });

  it('is available as a filter of lists', async () => {
    const task = await office.addTask('For the owner', { assignees: [workspace.owner.id], priority: 'urgent' });
    const found = await office.list('task', { filter: `"${workspace.owner.id}" in assignees && priority == "urgent"` });
    expect(found.map(({ id }) => id)).toEqual([task.id]);
  });
});

describe('creating a task about a record', () => {
  it('links it, and sets the due time', async () => {
    const about = await office.addTask('Leak');
    const { result } = await office.do('create_task', about, { title: 'Find it', due_in_days: 2, priority: 'high' });
    const made = await office.fieldsOf({ kind: 'projects:task', id: String(result['task']) });
    expect(made).toMatchObject({ title: 'Find it', priority: 'high', linked: [{ kind: about.kind, id: about.id }] });
    expect(Date.parse(String(made['due_at'])) - Date.now()).toBeGreaterThan(86_400_000);
  });

  it('creates one open task per key, and another one once that is closed', async () => {
    const first = await office.do('create_task', null, { title: 'Oil it', dedupe_key: 'oil' });
    const again = await office.do('create_task', null, { title: 'Oil it', dedupe_key: 'oil' });
    expect(again.result).toEqual({ task: first.result['task'], duplicate: true });
    await office.do('complete', { kind: 'projects:task', id: String(first.result['task']) });
    const later = await office.do('create_task', null, { title: 'Oil it', dedupe_key: 'oil' });
    expect(later.result).toMatchObject({ duplicate: false });
  });

  it('creates one task for concurrent requests', async () => {
    const shed = await office.addProject({ key: 'ONCE' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        office.do('create_task', null, { title: 'Order', project: shed.id, dedupe_key: 'order' }),
      ),
    );
    expect(new Set(answers.map(({ result }) => result['task'])).size).toBe(1);
    const loose = await Promise.all(
      Array.from({ length: 5 }, () => office.do('create_task', null, { title: 'Sweep', dedupe_key: 'sweep' })),
    );
    expect(await office.list('task', { filter: 'dedupe_key == "sweep"' })).toHaveLength(1);
    expect(loose.filter(({ result }) => result['duplicate'] === false)).toHaveLength(1);
  });

  it('refuses an unknown project, with the path in the input', async () => {
    const { status, body } = await office.run('create_task', null, { title: 'X', project: ada.id });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/project']);
  });
});

describe('the time spent on a task', () => {
  it('is the sum of its entries, even of concurrent ones', async () => {
    const task = await office.addTask('Sand');
    const entries = await Promise.all(
      [10, 20, 30].map((minutes) => office.add('time_entry', { task: task.id, minutes })),
    );
    expect(entries[0]?.fields).toMatchObject({ user: ada.id });
    expect((await office.fieldsOf(task))['spent_min']).toBe(60);
    await office.change(entries[0]!, { minutes: 15 });
    await office.remove(entries[1]!);
    expect((await office.fieldsOf(task))['spent_min']).toBe(45);
    await office.restore(entries[1]!);
    expect((await office.fieldsOf(task))['spent_min']).toBe(65);
  });

  it('is at least a minute', async () => {
    const task = await office.addTask('Sand');
    expect((await office.create('time_entry', { task: task.id, minutes: 0 })).status).toBe(422);
  });
});

describe('writing many tasks at once', () => {
  it('takes the same number of statements for two and for two hundred', async () => {
    const shed = await office.addProject({ key: 'MANY' });
    const member = server.as(ada);
    const statementsOf = (count: number) =>
      recordStatements(server.database, () =>
        member.post(`${office.records('task')}/batch`, {
          operations: Array.from({ length: count }, (_, index) => ({
            op: 'create',
            fields: { title: `Task ${index}`, project: shed.id, assignees: [ada.id], due_at: '2020-01-01T00:00:00Z' },
          })),
        }),
      );
    const [few, many] = [await statementsOf(2), await statementsOf(200)];
    expect(few).toContainEqual(expect.stringContaining('insert into "record_projects_task"'));
    expect(many).toEqual(few);
    expect(await office.fieldsOf(shed)).toMatchObject({ open_tasks: 202, overdue_tasks: 202, last_number: 202 });
  });
});
