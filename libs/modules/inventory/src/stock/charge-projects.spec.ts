import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestServer, type RecordKey, type TestServer } from '@cubit/testing';
import { digifab } from '../fixtures/digifab.module.js';
import { projects } from '../fixtures/projects.module.js';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, projects, digifab, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

it('charges a project with the stock used for it, for its tasks and for their print jobs, until the use is reversed', async () => {
  const project = await room.add('projects:project', { name: 'Shed' });
  const task = await room.add('projects:task', { title: 'Walls', project: project.id });
  const job = await room.add('digifab:job', { title: 'Hooks', task: task.id });
  const screw = await room.addPart();
  await room.addItem(screw, { qty: 100, unit_cost: { amount: '0.50', currency: 'EUR' } });
  const use = async ({ kind, id }: RecordKey, qty: number) =>
    (await room.do('use', screw, { qty, for: { kind, id } })).result.movements[0]!;

  await use(project, 2);
  const wrong = await use(task, 4);
  await use(job, 8);
  expect(await room.fieldsOf(project)).toMatchObject({ costs: { EUR: '7' } });

  await room.do('reverse', { kind: 'inventory:movement', id: wrong.id }, { reason: 'Wrong task' });
  expect(await room.fieldsOf(project)).toMatchObject({ costs: { EUR: '5' } });
});
