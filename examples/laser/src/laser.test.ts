import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createTestServer, moduleSweep } from '@cubit/testing';
import { laser } from './laser.module.ts';

const LIMIT = 3_000;
const LOG = 'log.laser.example';
const POLL_MS = 50;

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

interface Report {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

describe('the log of cuts', async () => {
  const reports: Report[] = [];
  const log = createServer((request, reply) => {
    void json(request).then((body) => {
      reports.push({ headers: request.headers, body });
      // The first report is not taken.
      reply.writeHead(reports.length === 1 ? 503 : 204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(log, 'listening');
  const server = await createTestServer({ modules: [laser], hosts: { [LOG]: '127.0.0.1' } });
  after(async () => {
    await server.close();
    log.close();
  });

  it('gets each finished cut, again with the same key if it did not take it', async () => {
    const { path, owner } = await server.workspace();
    const client = server.as(owner);
    const report_url = `http://${LOG}:${(log.address() as AddressInfo).port}/cuts`;
    await client.patch(`${path}/modules/laser`, { settings: { report_url, report_key: 'sesame' } });
    const add = async (kind: string, fields: object) =>
      (await client.post<Made>(`${path}/modules/laser/records/${kind}`, { fields })).body.id;
    const machine = await add('machine', { name: 'Big laser', bed_width: 600, bed_depth: 400 });
    const cut = await add('cut', { name: 'Front panel', machine, width: 300, depth: 200 });
    await client.post(`${path}/modules/laser/actions/finish`, {
      record: { kind: 'laser:cut', id: cut },
      input: { minutes: 12 },
    });
    const job = async () => (await client.get<{ data: { id: string; state: string }[] }>(`${path}/jobs`)).body.data[0];
    while ((await job())?.state !== 'succeeded') await new Promise((resolve) => setTimeout(resolve, POLL_MS));

    const key = (await job())?.id;
    assert.deepEqual(
      reports.map(({ headers, body }) => [headers['idempotency-key'], headers.authorization, body]),
      [1, 2].map(() => [key, 'Bearer sesame', { cut: 'Front panel', minutes: 12 }]),
    );
  });
});
