import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, type TestServer, type TestUser, type TestWorkspace } from '@cubit/testing';
import { type Office, openOffice } from './fixtures/office.js';
import { projects } from './projects.module.js';

const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let workspace: TestWorkspace;
let ada: TestUser;
let office: Office;
beforeAll(async () => {
  ({ server, workspace, ada, office } = await openOffice({ modules: [projects], now: clock.now }));
});
afterAll(() => server.close());

describe('the events of projects', () => {
  it('are all emitted in the life of one project, and no undeclared event is', async () => {
    const shed = await office.addProject();
    await office.change(shed, { priority: 'high' });
    await office.do('activate_project', shed);
    const [floor, walls] = [
      await office.addTask('Floor', { project: shed.id, due_at: '2026-03-11T10:00:00Z' }),
      await office.addTask('Walls', { project: shed.id, due_at: '2026-03-09T10:00:00Z' }),
    ];
    await office.do('add_dependency', walls, { needs_task: floor.id });
    await server.sweep();
    await office.do('assign', floor, { users: [ada.id] });
    await office.do('unassign', floor, { users: [ada.id] });
    await office.do('start', floor);
    await office.do('complete', floor, { comment: 'Level' });
    await office.do('reopen', floor);
    await office.do('set_due', floor, { in_days: 3 });
    await office.do('move', floor, { after: walls.id });
    await office.do('cancel', floor);
    await office.do('complete_project', shed);
    await office.remove(floor);
    await office.remove(walls);
    await office.remove(shed);
    const { body } = await server
      .as(ada)
      .get<{ data: { name: string }[] }>(`${workspace.path}/event-log?name=projects.*&limit=200`);
    expect(new Set(body.data.map(({ name }) => name))).toEqual(new Set(projects.events?.map(({ name }) => name)));
  });

  it('are twenty-one', () => {
    expect(projects.events).toHaveLength(21);
  });
});
