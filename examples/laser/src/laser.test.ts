import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createTestServer, moduleSweep } from '@cubit/testing';
import { laser } from './laser.module.ts';

const LIMIT = 3_000;

interface Made {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

moduleSweep(laser, {
  targets: {
    // A machine that has cut.
    'laser:service': async ({ client, path, create }) => {
      const { kind, id } = await create('laser:cut');
      await client.post(`${path}/modules/laser/actions/finish`, { record: { kind, id }, input: { minutes: LIMIT } });
      const { body } = await client.get<Made>(`${path}/modules/laser/records/cut/${id}`);
      return { record: { kind: 'laser:machine', id: String(body.fields['machine']) } };
    },
  },
});

describe('a laser cutter', async () => {
  const server = await createTestServer({ modules: [laser] });
  after(server.close);
  const workspace = await server.workspace();
  const member = server.as(await workspace.member());
  const path = `${workspace.path}/modules/laser`;

  const add = async (kind: string, fields: object) =>
    (await member.post<Made>(`${path}/records/${kind}`, { fields })).body;
  const read = async (kind: string, { id }: Made) =>
    (await member.get<Made>(`${path}/records/${kind}/${id}`)).body.fields;
  const addMachine = (name: string) => add('machine', { name, bed_width: 600, bed_depth: 400 });
  const addCut = ({ id }: Made) => add('cut', { name: 'Front panel', machine: id, width: 300, depth: 200 });
  const run = (action: string, kind: string, options: { readonly on: Made; readonly input?: object }) =>
    member.post<{ error?: { code: string }; events?: { name: string }[] }>(`${path}/actions/${action}`, {
      record: { kind: `laser:${kind}`, id: options.on.id },
      input: options.input ?? {},
    });

  it('counts the minutes of its cuts, and needs service once they reach the limit', async () => {
    const machine = await addMachine('Big laser');
    const [first, second, third] = [await addCut(machine), await addCut(machine), await addCut(machine)];
    const namesOf = async (on: Made, minutes: number) =>
      (await run('finish', 'cut', { on, input: { minutes } })).body.events?.map(({ name }) => name);

    assert.equal(first.fields['area'], 600);
    assert.deepEqual(await namesOf(first, LIMIT - 1), ['laser.cut.finished']);
    assert.deepEqual(await namesOf(second, 1), ['laser.cut.finished', 'laser.machine.service_due']);
    assert.deepEqual(await namesOf(third, 1), ['laser.cut.finished']);
    assert.equal((await read('machine', machine))['minutes'], LIMIT + 1);
  });

  it('begins at zero after a service, and is not serviced without a cut', async () => {
    const machine = await addMachine('Small laser');
    const early = await run('service', 'machine', { on: machine });
    await run('finish', 'cut', { on: await addCut(machine), input: { minutes: 5 } });

    assert.deepEqual([early.status, early.body.error?.code], [409, 'conflict']);
    assert.equal((await run('service', 'machine', { on: machine })).status, 200);
    assert.equal((await read('machine', machine))['minutes'], 0);
  });

  it('drops a cut with a reason, and does not finish it afterwards', async () => {
    const cut = await addCut(await addMachine('Old laser'));
    const dropped = await run('drop', 'cut', { on: cut, input: { reason: 'The sheet is warped.' } });

    assert.equal(dropped.status, 200);
    assert.equal((await read('cut', cut))['reason'], 'The sheet is warped.');
    const again = await run('drop', 'cut', { on: cut, input: { reason: 'Twice.' } });
    assert.deepEqual([again.status, again.body.error?.code], [409, 'invalid_transition']);
    assert.equal((await run('finish', 'cut', { on: cut, input: { minutes: 1 } })).status, 409);
  });

  it('has a picture of its bed with the cuts that wait', async () => {
    const machine = await addMachine('Drawn laser');
    await addCut(machine);
    const { status, text } = await member.get(`${path}/beds/${machine.id}.svg`);

    assert.equal(status, 200);
    assert.match(text, /viewBox="0 0 600 400".*<rect y="200" width="300" height="200"/);
  });
});
