import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClock,
  createTestServer,
  type TestClient,
  type TestServer,
  type TestUser,
  type TestWorkspace,
} from '@cubit/testing';
import { Office, type RecordBody } from '../fixtures/office.js';
import { projects } from '../projects.module.js';

const clock = createClock('2026-03-20T12:00:00Z');
let server: TestServer;
let workspace: TestWorkspace;
let ada: TestUser;
let office: Office;
let owner: TestClient;
// Sessions expire when the clock is advanced.
const tokenOf = (user: TestUser) => server.mintToken(user, { expires_at: '2027-03-01T00:00:00Z' });
beforeAll(async () => {
  server = await createTestServer({ modules: [projects], now: clock.now });
  workspace = await server.workspace();
  ada = await workspace.member();
  owner = server.as(await tokenOf(workspace.owner));
  office = new Office(server.as(await tokenOf(ada)), workspace.path);
});
afterAll(() => server.close());

const nextOf = async (task: RecordBody) => {
  const id = (await office.read(task))['recurred_as'];
  return id === undefined ? null : office.read({ kind: 'projects:task', id: String(id) });
};

describe('a recurring task that is completed', () => {
  it('is followed by the next one with its planned values, not with its results', async () => {
    await owner.patch(`${workspace.path}/modules/projects`, { settings: { time_zone: 'Europe/Berlin' } });
    const project = await office.addProject({ key: 'REC' });
    const task = await office.add(
      'task',
      {
        title: 'Water the plants',
        project: project.id,
        assignees: [ada.id],
        priority: 'low',
        start_date: '2026-03-22',
        due_at: '2026-03-23T08:00:00Z',
        recurrence: 'FREQ=WEEKLY',
        checklist: [{ text: 'Fern', done: true }],
      },
      ['garden'],
    );
    await office.make('complete', task);
    expect(await nextOf(task)).toMatchObject({
      title: 'Water the plants',
      number: 'REC-2',
      status: 'todo',
      assignees: [ada.id],
      priority: 'low',
      start_date: '2026-03-29',
      due_at: '2026-03-30T07:00:00.000Z',
      recurrence: 'FREQ=WEEKLY',
      checklist: [{ text: 'Fern', done: false }],
    });
    expect(await office.read(project)).toMatchObject({ open_tasks: 1, done_tasks: 1, last_number: 2 });
    const [next] = await office.list('task', { filter: 'number == "REC-2"' });
    expect(next?.tags).toEqual(['garden']);
  });

  it('is followed once, however often it is reopened and completed, even by a patch', async () => {
    const task = await office.addTask('Bins out', { due_at: '2026-03-23T08:00:00Z', recurrence: 'FREQ=DAILY' });
    await office.change(task, { status: 'done' });
    await office.make('reopen', task);
    await Promise.allSettled([office.make('complete', task), office.make('complete', task)]);
    expect(await office.list('task', { filter: 'title == "Bins out"' })).toHaveLength(2);
  });

  it('has no successor after the last occurrence or when it is cancelled', async () => {
    const last = await office.addTask('Last', { due_at: '2026-03-23T08:00:00Z', recurrence: 'FREQ=DAILY;COUNT=1' });
    await office.make('complete', last);
    const dropped = await office.addTask('Dropped', { due_at: '2026-03-23T08:00:00Z', recurrence: 'FREQ=DAILY' });
    await office.make('cancel', dropped);
    expect([await nextOf(last), await nextOf(dropped)]).toEqual([null, null]);
  });

  it('has a successor with links to the records that still exist', async () => {
    const [kept, gone] = [await office.addTask('Kept'), await office.addTask('Gone')];
    const linked = [gone, kept].map(({ kind, id }) => ({ kind, id }));
    const task = await office.addTask('Look after', { recurrence: 'FREQ=DAILY', linked });
    await office.remove(gone);
    await office.make('complete', task);
    expect(await nextOf(task)).toMatchObject({ linked: [linked[1]] });
  });

  it('recurs from its completion if it has no due time', async () => {
    const task = await office.addTask('Whenever', { recurrence: 'FREQ=DAILY' });
    clock.advance({ days: 3 });
    await office.make('complete', task);
    expect(await nextOf(task)).toMatchObject({ due_at: new Date(clock.now().getTime() + 86_400_000).toISOString() });
  });

  it('is refused with the path of the field if the recurrence is invalid', async () => {
    const { status, body } = await office.create('task', {
      title: 'X',
      recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    });
    expect([status, body.error.details[0]]).toEqual([
      422,
      expect.objectContaining({ path: '/fields/recurrence', code: 'recurrence' }),
    ]);
  });
});
