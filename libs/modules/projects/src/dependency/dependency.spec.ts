import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RecordBody, recordStatements, type TestServer, type TestUser, type TestWorkspace } from '@cubit/testing';
import { type Office, openOffice } from '../fixtures/office.js';
import { warehouse } from '../fixtures/warehouse.module.js';
import { projects } from '../projects.module.js';

let server: TestServer;
let workspace: TestWorkspace;
let ada: TestUser;
let office: Office;
beforeAll(async () => {
  ({ server, workspace, ada, office } = await openOffice({ modules: [projects, warehouse] }));
});
afterAll(() => server.close());

async function addCrate(fields: object): Promise<RecordBody> {
  const { status, body, text } = await server
    .as(ada)
    .post<RecordBody>(`${workspace.path}/modules/warehouse/records/crate`, { fields: { name: 'Crate', ...fields } });
  if (status !== 201) throw new Error(text);
  return body;
}
const needTask = (task: RecordBody, needed: RecordBody) => office.do('add_dependency', task, { needs_task: needed.id });
const isBlocked = async (task: RecordBody) => (await office.fieldsOf(task))['blocked'];
const blockingOf = async (task: RecordBody) =>
  (await office.eventsOf(task)).map(({ name }) => name).filter((name) => name.endsWith('blocked'));

describe('a task that needs another task', () => {
  it('is blocked until that is done, and again when that is reopened', async () => {
    const [floor, walls] = [await office.addTask('Floor'), await office.addTask('Walls')];
    await needTask(walls, floor);
    expect(await isBlocked(walls)).toBe(true);
    await office.do('complete', floor);
    expect(await isBlocked(walls)).toBe(false);
    await office.do('reopen', floor);
    expect(await isBlocked(walls)).toBe(true);
    expect(await blockingOf(walls)).toEqual([
      'projects.task.blocked',
      'projects.task.unblocked',
      'projects.task.blocked',
    ]);
  });

  it('has a dependency that is called like what it waits for, also once that is done', async () => {
    const [floor, walls] = [await office.addTask('Lay the floor'), await office.addTask('Walls')];
    const crate = await addCrate({ name: 'Box of tiles' });
    const titleOf = async ({ result }: { readonly result: Readonly<Record<string, unknown>> }) => {
      const path = `${workspace.path}/modules/projects/records/dependency/${String(result['dependency'])}`;
      return (await server.as(ada).get<RecordBody>(path)).body.title;
    };
    const ofTask = await needTask(walls, floor);
    const needs = { kind: 'warehouse:crate', id: crate.id };
    const ofCrate = await office.do('add_dependency', walls, { needs });
    await office.do('complete', floor);
    expect([await titleOf(ofTask), await titleOf(ofCrate)]).toEqual(['Lay the floor', 'Box of tiles']);
  });

  it('is not blocked by a task that is already done', async () => {
    const [floor, walls] = [await office.addTask('Floor', { status: 'done' }), await office.addTask('Walls')];
    const { result } = await needTask(walls, floor);
    expect([result['satisfied'], await isBlocked(walls)]).toEqual([true, false]);
  });

  it.each(['cancelled', 'deleted'])('is not blocked by a task that is %s', async (fate) => {
    const [floor, walls] = [await office.addTask('Floor'), await office.addTask('Walls')];
    await needTask(walls, floor);
    if (fate === 'deleted') await office.remove(floor);
    else await office.do('cancel', floor);
    expect(await isBlocked(walls)).toBe(false);
    if (fate === 'deleted') await office.restore(floor);
    else await office.do('reopen', floor);
    expect(await isBlocked(walls)).toBe(true);
  });

  it('waits for all tasks that it needs, even if they are completed at the same time', async () => {
    const walls = await office.addTask('Walls');
    const needed = await Promise.all(['a', 'b', 'c', 'd'].map((title) => office.addTask(title)));
    for (const task of needed) await needTask(walls, task);
    await Promise.all(needed.slice(1).map((task) => office.do('complete', task)));
    expect(await isBlocked(walls)).toBe(true);
    await office.do('complete', needed[0]!);
    expect(await isBlocked(walls)).toBe(false);
    expect(await blockingOf(walls)).toEqual(['projects.task.blocked', 'projects.task.unblocked']);
  });

  it('is not left blocked by a task that is completed while the dependency is created', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const [floor, walls] = [await office.addTask('Floor'), await office.addTask('Walls')];
      await Promise.all([needTask(walls, floor), office.do('complete', floor)]);
      expect(await isBlocked(walls)).toBe(false);
    }
  });

  it('is unblocked together with two hundred others with the statements of one', async () => {
    const statementsFor = async (count: number) => {
      const floor = await office.addTask('Floor');
      const waiting = await Promise.all(Array.from({ length: count }, (_, index) => office.addTask(`Waits ${index}`)));
      await server.as(ada).post(`${office.records('dependency')}/batch`, {
        operations: waiting.map(({ id }) => ({ op: 'create', fields: { task: id, needs_task: floor.id } })),
      });
      const statements = await recordStatements(server.database, () => office.do('complete', floor));
      expect(await isBlocked(waiting.at(-1)!)).toBe(false);
      return statements;
    };
    expect(await statementsFor(60)).toEqual(await statementsFor(2));
  });
});

describe('completing a blocked task', () => {
  it('is refused without force, through the action and through a patch', async () => {
    const [floor, walls] = [await office.addTask('Floor'), await office.addTask('Walls')];
    await needTask(walls, floor);
    const ran = await office.run('complete', walls);
    expect([ran.status, ran.body.error.code]).toEqual([409, 'projects_blocked']);
    const changed = await office.change(walls, { status: 'done' });
    expect([changed.status, changed.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'projects_blocked',
        details: [expect.objectContaining({ path: '/fields/status' })],
      }),
    ]);
    const forced = await office.do('complete', walls, { force: true });
    expect(forced.record.fields).toMatchObject({ status: 'done', blocked: false });
    await office.do('reopen', walls);
    expect(await isBlocked(walls)).toBe(true);
  });
});

describe('dependencies', () => {
  it('never let a task wait for itself, at any distance', async () => {
    const [a, b, c] = [await office.addTask('a'), await office.addTask('b'), await office.addTask('c')];
    await needTask(b, a);
    await needTask(c, b);
    for (const needed of [c, a]) {
      const { status, body } = await office.run('add_dependency', a, { needs_task: needed.id });
      expect([status, body.error.details]).toEqual([
        422,
        [expect.objectContaining({ path: '/input/needs_task', code: 'dependency_cycle' })],
      ]);
    }
  });

  it('never form a cycle in one batch or in two concurrent requests', async () => {
    const [a, b] = [await office.addTask('a'), await office.addTask('b')];
    const batch = await server.as(ada).post(`${office.records('dependency')}/batch`, {
      operations: [
        { op: 'create', fields: { task: a.id, needs_task: b.id } },
        { op: 'create', fields: { task: b.id, needs_task: a.id } },
      ],
    });
    expect(batch.status).toBe(422);
    const ring = await Promise.all(Array.from({ length: 4 }, (_, index) => office.addTask(`${index}`)));
    const answers = await Promise.all(
      ring.map((task, index) => office.run('add_dependency', task, { needs_task: ring[(index + 1) % 4]!.id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422]);
  });

  it('are created once by two concurrent requests', async () => {
    const [a, b] = [await office.addTask('a'), await office.addTask('b')];
    const answers = await Promise.all([a, a].map((task) => office.run('add_dependency', task, { needs_task: b.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('need exactly one target, and take a condition only for records', async () => {
    const [a, b] = [await office.addTask('a'), await office.addTask('b')];
    const crate = await addCrate({});
    const needs = { kind: crate.kind, id: crate.id };
    const refused = async (input: object) => {
      const { status, body } = await office.run('add_dependency', a, { ...input });
      return [status, body.error.details[0]?.path];
    };
    expect(await refused({})).toEqual([422, '/input/needs_task']);
    expect(await refused({ needs, needs_task: b.id })).toEqual([422, '/input/needs_task']);
    expect(await refused({ needs_task: b.id, condition: { event: 'x.y.z' } })).toEqual([422, '/input/condition']);
    expect(await refused({ needs, condition: { field: 'qty', op: '~', value: 1 } })).toEqual([
      422,
      expect.stringMatching(/^\/input\/condition/),
    ]);
    expect(await refused({ needs: { kind: crate.kind, id: a.id } })).toEqual([422, '/input/needs']);
    expect(await refused({ needs: { kind: 'nothing:here', id: a.id } })).toEqual([422, '/input/needs']);
  });

  it('can be removed once, which unblocks the task', async () => {
    const [a, b] = [await office.addTask('a'), await office.addTask('b')];
    const { result } = await needTask(a, b);
    const elsewhere = await office.run('remove_dependency', b, { dependency: result['dependency'] });
    expect([elsewhere.status, elsewhere.body.error.details[0]?.path]).toEqual([422, '/input/dependency']);
    const remove = () => office.run('remove_dependency', a, { dependency: result['dependency'] });
    expect((await Promise.all([remove(), remove()])).map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await isBlocked(a)).toBe(false);
  });

  it('on a task given as a record are dependencies on that task', async () => {
    const [a, b] = [await office.addTask('a'), await office.addTask('b')];
    await office.do('add_dependency', a, { needs: { kind: b.kind, id: b.id } });
    await office.do('complete', b);
    expect(await isBlocked(a)).toBe(false);
  });
});

describe('a task that needs a record of another module', () => {
  const needing = async (crate: RecordBody, condition?: object) => {
    const task = await office.addTask('Unpack');
    const input = { needs: { kind: crate.kind, id: crate.id }, ...(condition ? { condition } : {}) };
    return { task, result: (await office.do('add_dependency', task, input)).result };
  };

  it('waits until its condition is met', async () => {
    const crate = await addCrate({ qty: 1 });
    const { task } = await needing(crate, { field: 'qty', op: '>=', value: 4 });
    expect((await office.do('satisfy', crate)).result).toEqual({ satisfied: 0 });
    expect(await isBlocked(task)).toBe(true);
    await server.as(ada).patch(`${workspace.path}/modules/warehouse/records/crate/${crate.id}`, { fields: { qty: 4 } });
    expect((await office.do('satisfy', crate)).result).toEqual({ satisfied: 1 });
    expect(await isBlocked(task)).toBe(false);
    expect(await blockingOf(task)).toEqual(['projects.task.blocked', 'projects.task.unblocked']);
  });

  it('waits for the event that it names, and for no other', async () => {
    const crate = await addCrate({});
    const { task } = await needing(crate, { event: 'warehouse.crate.opened' });
    await office.do('satisfy', crate);
    await office.do('satisfy', crate, { event: 'warehouse.crate.closed' });
    expect(await isBlocked(task)).toBe(true);
    await office.do('satisfy', crate, { event: 'warehouse.crate.opened' });
    expect(await isBlocked(task)).toBe(false);
  });

  it('waits for the action satisfy if it has no condition', async () => {
    const crate = await addCrate({});
    const { task } = await needing(crate);
    expect(await isBlocked(task)).toBe(true);
    await office.do('satisfy', crate);
    expect(await isBlocked(task)).toBe(false);
  });

  it('does not wait if its condition is already met', async () => {
    const { task, result } = await needing(await addCrate({ qty: 9 }), { field: 'qty', op: '>', value: 4 });
    expect([result['satisfied'], await isBlocked(task)]).toEqual([true, false]);
  });

  it('is unblocked once by two concurrent requests', async () => {
    const crate = await addCrate({});
    const { task } = await needing(crate);
    const answers = await Promise.all([office.do('satisfy', crate), office.do('satisfy', crate)]);
    expect(answers.map(({ result }) => result['satisfied']).toSorted()).toEqual([0, 1]);
    expect(await blockingOf(task)).toEqual(['projects.task.blocked', 'projects.task.unblocked']);
  });

  it('cannot be satisfied by an unknown record', async () => {
    const { status } = await office.run('satisfy', { kind: 'warehouse:crate', id: ada.id });
    expect(status).toBe(404);
  });
});
