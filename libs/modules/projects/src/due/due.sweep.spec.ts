import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClock,
  createTestServer,
  type TestClient,
  type TestServer,
  type TestUser,
  type TestWorkspace,
} from '@cubit/testing';
import { Office } from '../fixtures/office.js';
import { projects } from '../projects.module.js';

const HOUR_MS = 3_600_000;
const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let workspace: TestWorkspace;
let office: Office;
let owner: TestClient;
// Sessions expire when the clock is advanced.
const tokenOf = (user: TestUser) => server.mintToken(user, { expires_at: '2027-03-01T00:00:00Z' });
beforeAll(async () => {
  server = await createTestServer({ modules: [projects], now: clock.now });
  workspace = await server.workspace();
  owner = server.as(await tokenOf(workspace.owner));
  office = new Office(server.as(await tokenOf(await workspace.member())), workspace.path);
});
afterAll(() => server.close());

const sweep = () => server.sweep();
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
const dueEvents = async (task: { readonly id: string }) =>
  (await office.eventsOf(task)).map(({ name }) => name).filter((name) => /due_soon|overdue/.test(name));

describe('the sweep of due times', () => {
  it('emits one event when a due time comes near and one when it has passed', async () => {
    const task = await office.addTask('Tax', { due_at: inHours(30) });
    await sweep();
    expect(await dueEvents(task)).toEqual([]);
    clock.advance({ hours: 7 });
    await sweep();
    await sweep();
    expect(await dueEvents(task)).toEqual(['projects.task.due_soon']);
    clock.advance({ hours: 24 });
    await sweep();
    await sweep();
    expect(await dueEvents(task)).toEqual(['projects.task.due_soon', 'projects.task.overdue']);
    await office.do('set_due', task, { due_at: inHours(-2) });
    await sweep();
    expect(await dueEvents(task)).toEqual(['projects.task.due_soon', 'projects.task.overdue', 'projects.task.overdue']);
  });

  it('does not repeat a notice when a change of the due time is undone', async () => {
    const task = await office.addTask('Rent', { due_at: inHours(-1) });
    await sweep();
    const before = await office.fieldsOf(task);
    const { body } = await office.run('set_due', task, { in_days: 3 });
    const { undo } = body as unknown as { undo: { input: Record<string, unknown> } };
    await office.do('set_due', task, undo.input);
    expect(await office.fieldsOf(task)).toEqual(before);
    await sweep();
    expect(await dueEvents(task)).toEqual(['projects.task.overdue']);
  });

  it('names the assignees, or else the reporter', async () => {
    const member = await workspace.member();
    const reported = await office.addTask('Asked', { due_at: inHours(1), reporter: workspace.owner.id });
    const mine = await office.addTask('Mine', { due_at: inHours(1), assignees: [member.id] });
    await sweep();
    expect(await office.payloadsOf(reported, 'projects.task.due_soon')).toMatchObject([
      { userIds: [workspace.owner.id] },
    ]);
    expect(await office.payloadsOf(mine, 'projects.task.due_soon')).toMatchObject([{ userIds: [member.id] }]);
  });

  it('skips closed tasks and tasks without a due time', async () => {
    const done = await office.addTask('Done', { due_at: inHours(-5), status: 'done' });
    const loose = await office.addTask('Some day');
    await sweep();
    expect([await dueEvents(done), await dueEvents(loose)]).toEqual([[], []]);
  });

  it('emits once when several processes sweep at the same time', async () => {
    const tasks = await Promise.all(['a', 'b', 'c'].map((title) => office.addTask(title, { due_at: inHours(-1) })));
    await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    for (const task of tasks) expect(await dueEvents(task)).toEqual(['projects.task.overdue']);
  });

  it('counts overdue tasks in the project', async () => {
    const project = await office.addProject({ key: 'LATE' });
    const task = await office.addTask('Late', { project: project.id, due_at: inHours(1) });
    expect(await office.fieldsOf(project)).toMatchObject({ overdue_tasks: 0 });
    clock.advance({ hours: 2 });
    await sweep();
    expect(await office.fieldsOf(project)).toMatchObject({ overdue_tasks: 1 });
    expect(await office.list('task', { filter: 'overdue && due_notice == "overdue"' })).not.toHaveLength(0);
    await office.do('complete', task);
    expect(await office.fieldsOf(project)).toMatchObject({ overdue_tasks: 0, open_tasks: 0, progress_pct: 100 });
  });

  it('follows the setting of the workspace', async () => {
    const task = await office.addTask('In three days', { due_at: inHours(70) });
    await sweep();
    expect(await dueEvents(task)).toEqual([]);
    await owner.patch(`${workspace.path}/modules/projects`, { settings: { due_soon_hours: 72 } });
    await sweep();
    expect(await dueEvents(task)).toEqual(['projects.task.due_soon']);
  });
});

describe('setting a due time', () => {
  it('emits the previous value, whichever way it is set', async () => {
    const task = await office.addTask('Tax');
    await office.do('set_due', task, { in_days: 7 });
    await office.do('set_due', task, { due_at: '2026-08-01T12:00:00+02:00' });
    await office.change(task, { due_at: null });
    expect((await office.payloadsOf(task, 'projects.task.due_changed')).map(({ from, to }) => [from, to])).toEqual([
      [undefined, inHours(7 * 24)],
      [inHours(7 * 24), '2026-08-01T10:00:00.000Z'],
      ['2026-08-01T10:00:00.000Z', undefined],
    ]);
  });

  it('takes exactly one of `in_days` and `due_at`', async () => {
    const task = await office.addTask('Tax');
    for (const input of [{}, { in_days: 1, due_at: inHours(1) }])
      expect((await office.run('set_due', task, input)).status).toBe(422);
    expect((await office.run('set_due', task, { due_at: 'tomorrow' })).status).toBe(422);
    await office.do('set_due', task, { due_at: null });
  });

  it('keeps one of two concurrent values, with events in order', async () => {
    const task = await office.addTask('Tax');
    await Promise.all([1, 2].map((days) => office.do('set_due', task, { in_days: days })));
    const [first, second] = await office.payloadsOf(task, 'projects.task.due_changed');
    expect(second?.['from']).toBe(first?.['to']);
    expect((await office.fieldsOf(task))['due_at']).toBe(second?.['to']);
  });
});
