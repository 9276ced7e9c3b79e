import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClock,
  createTestWorkspace,
  recordStatements,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { devices } from './devices.module.js';
import { inventory } from './fixtures/inventory.module.js';

const clock = createClock();
let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let base: string;
let bridges = 0;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [inventory, devices], now: clock.now }));
  base = `${workspace.path}/modules/devices`;
});
afterAll(() => server.close());

interface Handed {
  readonly id: string;
  readonly name: string;
  readonly device: string;
  readonly params: unknown;
}

/** A bridge with its own token and one device. */
async function startBridge() {
  const name = `Bridge ${(bridges += 1)}`;
  const order = { scopes: ['devices:edge'], workspace: workspace.slug };
  const minted = await server
    .as(workspace.owner)
    .post<{ id: string; token: string; token_prefix: string }>('/api/v1/me/api-tokens', { name: 'Bridge', ...order });
  const edge = server.as(minted.body.token);
  const register = (more: object = {}) =>
    edge.post<{ bridge_id: string; server_time: string; devices: { id: string; address: string }[] }>(
      `${base}/edge/register`,
      {
        name,
        version: '1.0.0',
        devices: [{ address: 'usb:1', name: `Scale of ${name}`, type: 'scale' }],
        ...more,
      },
    );
  const { body } = await register();
  const device = body.devices[0]?.id ?? '';
  return {
    name,
    edge,
    token: minted.body.id,
    tokenPrefix: minted.body.token_prefix,
    register,
    id: body.bridge_id,
    device,
    poll: (wait = 0) => edge.get<{ commands: Handed[]; update_to: string | null }>(`${base}/edge/poll?wait=${wait}`),
    respond: (answer: object) => edge.post(`${base}/edge/respond`, answer),
    run: async (command: string, input: object = {}) => {
      const { body: ran } = await member.post<{ result: { command: string } }>(`${base}/actions/run_command`, {
        record: { kind: 'devices:device', id: device },
        input: { command, ...input },
      });
      return ran.result.command;
    },
  };
}

const fieldsOf = async (kind: string, id: string) =>
  (await member.get<{ fields: Record<string, unknown> }>(`${base}/records/${kind}/${id}`)).body.fields;
const act = (action: string, kind: string, id: string, input: object = {}) =>
  server.as(workspace.owner).post(`${base}/actions/${action}`, { record: { kind: `devices:${kind}`, id }, input });
async function eventsOf(key: string, id: string): Promise<readonly string[]> {
  const { body } = await member.get<{ data: { name: string; payload: Record<string, unknown> }[] }>(
    `${workspace.path}/event-log?limit=200&name=devices.*`,
  );
  return body.data
    .filter(({ payload }) => payload[key] === id)
    .map(({ name }) => name)
    .reverse();
}

describe('the scope devices:edge', () => {
  it('reaches only the edge routes of its workspace', async () => {
    const { edge, poll } = await startBridge();
    const other = await server.workspace({ owner: workspace.owner });
    const denied = await Promise.all([
      edge.get(`${base}/records/bridge`),
      edge.get('/api/v1/me/orgs'),
      edge.post('/api/v1/me/api-tokens', { name: 'More' }),
      edge.get(workspace.path),
    ]);

    expect((await poll()).status).toBe(204);
    expect(denied.map(({ status, body }) => [status, (body as { error: { code: string } }).error.code])).toEqual(
      Array.from({ length: 4 }, () => [403, 'scope_denied']),
    );
    expect((await edge.get(`${other.path}/modules/devices/edge/poll`)).status).toBe(404);
    expect((await edge.get('/api/v1/orgs/no-such-workspace/modules/devices/edge/poll')).status).toBe(404);
  });
});

describe('a bridge', () => {
  it('is identified by its token, stays the same after a restart, and lists its devices', async () => {
    const { id, device, register, name } = await startBridge();
    const again = await register({ version: '1.1.0' });

    expect(again.body).toMatchObject({
      bridge_id: id,
      server_time: clock.now().toISOString(),
      devices: [{ id: device, address: 'usb:1' }],
    });
    expect(await fieldsOf('bridge', id)).toMatchObject({ name, software_version: '1.1.0', status: 'online' });
    expect(await eventsOf('bridgeId', id)).toEqual([
      'devices.bridge.registered',
      'devices.bridge.online',
      'devices.bridge.updated',
    ]);
    expect(await eventsOf('deviceId', device)).toEqual(['devices.device.discovered', 'devices.device.online']);
  });

  it('is created once, with its devices, if it registers twice at the same time', async () => {
    const edge = server.as(
      await server.mintToken(workspace.owner, { scopes: ['devices:edge'], workspace: workspace.slug }),
    );
    const registration = { name: 'In a hurry', version: '1', devices: [{ address: 'usb:1', name: 'Scale' }] };
    const answers = await Promise.all(
      [1, 2].map(() => edge.post<{ bridge_id: string; devices: object[] }>(`${base}/edge/register`, registration)),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.bridge_id).toBe(answers[1]?.body.bridge_id);
    expect(answers[0]?.body.devices).toEqual(answers[1]?.body.devices);
  });

  it('shows the prefix of the token with which it registered, and its address', async () => {
    const { id, tokenPrefix } = await startBridge();
    const byHand = await member.post<{ bridge_id: string }>(`${base}/edge/register`, { name: 'By hand', version: '1' });

    expect(tokenPrefix).toMatch(/^cbt_.{8}$/);
    expect(await fieldsOf('bridge', id)).toMatchObject({ token_prefix: tokenPrefix, ip_hint: '127.0.0.1' });
    expect(await fieldsOf('bridge', byHand.body.bridge_id)).not.toHaveProperty('token_prefix');
  });

  it('takes over the pending bridge of its name', async () => {
    const made = await member.post<{ id: string }>(`${base}/records/bridge`, { fields: { name: 'Expected' } });
    const edge = server.as(
      await server.mintToken(workspace.owner, { scopes: ['devices:edge'], workspace: workspace.slug }),
    );
    const { body } = await edge.post(`${base}/edge/register`, { name: 'Expected', version: '1' });

    expect(body['bridge_id']).toBe(made.body.id);
  });

  it('cannot take the name of another bridge', async () => {
    const { name } = await startBridge();
    const edge = server.as(
      await server.mintToken(workspace.owner, { scopes: ['devices:edge'], workspace: workspace.slug }),
    );
    const { status, body } = await edge.post(`${base}/edge/register`, { name, version: '1' });

    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'already_exists', details: [{ path: '/name' }] } },
    });
  });

  it('goes offline with its devices after three missed polls, 75 seconds, and online with the next poll', async () => {
    const { id, device, poll, register } = await startBridge();
    clock.advance({ seconds: 74 });
    await server.sweep();
    const before = await fieldsOf('bridge', id);
    clock.advance({ seconds: 2 });
    await server.sweep();
    const [after, behind] = [await fieldsOf('bridge', id), await fieldsOf('device', device)];
    await poll();
    const back = await fieldsOf('bridge', id);
    await register();

    expect([before['status'], after['status'], behind['status'], back['status']]).toEqual([
      'online',
      'offline',
      'offline',
      'online',
    ]);
    expect(await eventsOf('bridgeId', id)).toEqual([
      'devices.bridge.registered',
      'devices.bridge.online',
      'devices.bridge.offline',
      'devices.bridge.online',
    ]);
    expect((await eventsOf('deviceId', device)).slice(-2)).toEqual(['devices.device.offline', 'devices.device.online']);
  });

  it('gets the requested update and the URL of the release until it runs that version', async () => {
    const { id, poll, register, edge } = await startBridge();
    const none = await edge.get(`${base}/edge/release`);
    const without = await act('update_bridge', 'bridge', id);
    const release = {
      release_version: '2.0.0',
      release_url: 'https://example.org/bridge.tgz',
      release_sha256: 'a'.repeat(64),
      release_signature: 'sig',
    };
    await server.as(workspace.owner).patch(`${workspace.path}/modules/devices`, { settings: release });
    const requested = await act('update_bridge', 'bridge', id);
    const polled = await poll();
    const found = await edge.get(`${base}/edge/release`);
    await register({ version: '2.0.0' });

    expect([none.status, without.status, requested.status]).toEqual([404, 422, 200]);
    expect(polled.body).toEqual({ commands: [], update_to: '2.0.0' });
    expect(found.body).toEqual({
      version: '2.0.0',
      url: 'https://example.org/bridge.tgz',
      sha256: 'a'.repeat(64),
      signature: 'sig',
    });
    expect((await poll()).status).toBe(204);
    expect((await eventsOf('bridgeId', id)).slice(-2)).toEqual([
      'devices.bridge.update_requested',
      'devices.bridge.updated',
    ]);
  });

  it('gets a new token, and stays the same bridge with its devices', async () => {
    const { id, name, device, tokenPrefix, poll, register } = await startBridge();
    const other = await startBridge();
    const order = { scopes: ['devices:edge'], workspace: workspace.slug };
    const next = server.as(await server.mintToken(workspace.owner, order));
    const start = () =>
      next.post<{ bridge_id: string; devices: { id: string }[] }>(`${base}/edge/register`, { name, version: '1.0.0' });
    const early = await start();
    const denied = await member.post(`${base}/actions/replace_token`, {
      record: { kind: 'devices:bridge', id },
      input: {},
    });
    await act('replace_token', 'bridge', id);
    const old = await poll();
    const [first, second] = await Promise.all([start(), start()]);
    const again = await register();

    expect([early.status, denied.status, old.status, first.status, second.status]).toEqual([409, 403, 404, 200, 200]);
    expect([first, second].map(({ body }) => [body.bridge_id, body.devices[0]?.id])).toEqual([
      [id, device],
      [id, device],
    ]);
    expect((await fieldsOf('bridge', id))['token_prefix']).not.toBe(tokenPrefix);
    expect(again.status).toBe(409);
    await act('retire', 'bridge', other.id);
    expect((await act('replace_token', 'bridge', other.id)).status).toBe(409);
  });

  it('is refused after it is retired', async () => {
    const { id, device, poll, register, edge } = await startBridge();
    await act('retire', 'bridge', id);

    expect([(await poll()).status, (await register()).status]).toEqual([403, 403]);
    expect((await act('run_command', 'device', device, { command: 'beep' })).status).toBe(409);
    expect(await eventsOf('bridgeId', id)).toContain('devices.bridge.revoked');
    expect((await act('retire', 'bridge', id)).status).toBe(409);
    expect((await edge.get(`${base}/edge/poll?wait=99`)).status).toBe(400);
  });
});

describe('a command', () => {
  it('is delivered once, answered once, and a repeated answer changes nothing', async () => {
    const { poll, respond, run, device } = await startBridge();
    const id = await run('beep', { params: { ms: 200 } });
    const [first, second] = [await poll(), await poll()];
    const answer = { command_id: id, status: 'succeeded', result: { ok: true } };
    const [answered, again, otherwise] = [
      await respond(answer),
      await respond(answer),
      await respond({ command_id: id, status: 'failed' }),
    ];

    expect(first.body.commands).toEqual([
      {
        id,
        device,
        name: 'beep',
        params: { ms: 200 },
        expires_at: new Date(clock.now().getTime() + 60_000).toISOString(),
        lease_until: new Date(clock.now().getTime() + 30_000).toISOString(),
      },
    ]);
    expect(second.status).toBe(204);
    expect([answered, again, otherwise].map(({ status, body }) => [status, body['status']])).toEqual([
      [200, 'succeeded'],
      [200, 'succeeded'],
      [200, 'succeeded'],
    ]);
    expect(await fieldsOf('command', id)).toMatchObject({ status: 'succeeded', result: { ok: true }, attempts: 1 });
    expect(await eventsOf('commandId', id)).toEqual(['devices.command.queued', 'devices.command.succeeded']);
  });

  it('is delivered to one of two concurrent polls', async () => {
    const { poll, run } = await startBridge();
    await run('beep');
    const replies = await Promise.all([poll(), poll(), poll(), poll()]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 204, 204, 204]);
  });

  it('reaches a waiting bridge as soon as it is queued', async () => {
    const { poll, run } = await startBridge();
    const waiting = poll(20);
    await poll();
    const id = await run('beep');

    expect((await waiting).body.commands.map((command) => command.id)).toEqual([id]);
  });

  it('does not reach a bridge whose token was revoked while it waited', async () => {
    const { poll, run, token } = await startBridge();
    const waiting = poll(20);
    await poll();
    await server.as(workspace.owner).delete(`/api/v1/me/api-tokens/${token}`);
    const id = await run('beep');

    expect((await waiting).status).toBe(401);
    expect(await fieldsOf('command', id)).toMatchObject({ status: 'queued', attempts: 0 });
  });

  it('is delivered again when its lease expires, up to three times, and then fails', async () => {
    const { poll, run } = await startBridge();
    const id = await run('beep', { ttl_s: 3_600 });
    const handed: string[][] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { body } = await poll();
      handed.push((body?.commands ?? []).map((command) => command.id));
      clock.advance({ seconds: 31 });
    }

    expect(handed).toEqual([[id], [id], [id], []]);
    expect(await fieldsOf('command', id)).toMatchObject({ status: 'failed', attempts: 3 });
    expect(await eventsOf('commandId', id)).toEqual(['devices.command.queued', 'devices.command.failed']);
  });

  it('expires if nobody fetches it, and an answer to it is refused with 409 command_expired', async () => {
    const { poll, respond, run } = await startBridge();
    const late = await run('beep', { ttl_s: 40 });
    await poll();
    clock.advance({ seconds: 41 });
    const unfetched = await run('blink', { ttl_s: 10 });
    clock.advance({ seconds: 11 });
    await server.sweep();
    const refused = await respond({ command_id: late, status: 'succeeded' });

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'command_expired' } } });
    expect([(await fieldsOf('command', late))['status'], (await fieldsOf('command', unfetched))['status']]).toEqual([
      'expired',
      'expired',
    ]);
    expect((await poll()).status).toBe(204);
    expect(await eventsOf('commandId', unfetched)).toEqual(['devices.command.queued', 'devices.command.expired']);
  });

  it('can be cancelled only while it is queued', async () => {
    const { poll, run } = await startBridge();
    const [first, second] = [await run('beep'), await run('blink')];
    const cancelled = await act('cancel_command', 'command', first);
    const handed = await poll();
    const tooLate = await act('cancel_command', 'command', second);

    expect([cancelled.status, tooLate.status]).toEqual([200, 409]);
    expect(handed.body.commands.map(({ id }) => id)).toEqual([second]);
    expect(await eventsOf('commandId', first)).toEqual(['devices.command.queued', 'devices.command.cancelled']);
  });

  it('is deleted by the undo of its request, and never delivered', async () => {
    const { poll, device } = await startBridge();
    const { body } = await member.post<{ undo: { action: string; record: { id: string }; input: object } }>(
      `${base}/actions/run_command`,
      { record: { kind: 'devices:device', id: device }, input: { command: 'beep' } },
    );
    const { action, record, input } = body.undo;
    expect([action, (await act('cancel_command', 'command', record.id, input)).status]).toEqual([
      'devices:cancel_command',
      200,
    ]);
    expect((await member.get(`${base}/records/command/${record.id}`)).status).toBe(404);
    expect((await poll()).status).toBe(204);
  });

  it('is either cancelled or delivered if both happen at the same time, and is cancelled once', async () => {
    const { poll, run } = await startBridge();
    for (let turn = 0; turn < 3; turn += 1) {
      const id = await run('beep');
      const [handed, cancelled] = await Promise.all([poll(), act('cancel_command', 'command', id)]);
      expect([handed.status, cancelled.status]).toEqual(cancelled.status === 200 ? [204, 200] : [200, 409]);
    }
    const id = await run('beep');
    const answers = await Promise.all([1, 2].map(() => act('cancel_command', 'command', id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('takes one of two concurrent answers', async () => {
    const { poll, respond, run } = await startBridge();
    const id = await run('beep');
    await poll();
    const answers = await Promise.all(['succeeded', 'failed'].map((status) => respond({ command_id: id, status })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body['status'])).size).toBe(1);
    expect(await eventsOf('commandId', id)).toHaveLength(2);
  });

  it('is neither delivered to nor answered by another bridge', async () => {
    const [one, other] = [await startBridge(), await startBridge()];
    const id = await one.run('beep');

    expect((await other.poll()).status).toBe(204);
    await one.poll();
    expect(await other.respond({ command_id: id, status: 'succeeded' })).toMatchObject({
      status: 404,
      body: { error: { details: [{ path: '/command_id' }] } },
    });
  });

  it('cannot be written by a client', async () => {
    const { device } = await startBridge();
    const { status } = await member.post(`${base}/records/command`, { fields: { device, name: 'beep' } });

    expect([403, 404, 405]).toContain(status);
  });

  it('needs a device that has a bridge', async () => {
    const loose = await member.post<{ id: string }>(`${base}/records/device`, { fields: { name: 'Loose' } });
    const run = (input: object) =>
      member.post(`${base}/actions/run_command`, { record: null, input: { command: 'beep', ...input } });

    expect((await run({})).body).toMatchObject({ error: { details: [{ path: '/input/device' }] } });
    expect((await run({ device: '0192f0c1-2d3e-7000-8000-000000000009' })).status).toBe(422);
    expect((await run({ device: loose.body.id })).status).toBe(409);
  });
});

describe('readings', () => {
  const readingsOf = async (device: string) => {
    const query = `filter=${encodeURIComponent(`device == "${device}"`)}&sort=-at&limit=200`;
    const { body } = await member.get<{ data: { id: string; title: string; fields: Record<string, unknown> }[] }>(
      `${base}/records/reading?${query}`,
    );
    return body.data;
  };
  const grams = (device: string, ...values: readonly number[]) => ({
    readings: values.map((value) => ({ device, type: 'value', value, unit: 'g' })),
  });

  it('are all stored, and the device shows the newest', async () => {
    const { device, respond } = await startBridge();
    const reply = await respond({
      readings: [
        { device, type: 'value', value: 71.5, unit: 'g' },
        { device, type: 'scan', code: 'B-17' },
        { device, type: 'count', value: 3, at: '2026-01-02T03:04:05.678Z' },
      ],
    });
    const kept = await readingsOf(device);

    expect([reply.status, reply.body]).toEqual([200, { status: null, readings: 3 }]);
    expect(kept.map(({ title }) => title).sort()).toEqual(['3', '71.5 g', 'B-17']);
    expect(await fieldsOf('device', device)).toMatchObject({
      link_mode: 'none',
      last_reading: { type: 'count', value: 3, at: '2026-01-02T03:04:05.678Z' },
    });
    expect((await member.post(`${base}/records/reading`, { fields: { device, type: 'value' } })).status).toBe(405);
  });

  it('become events for scans, and for measured values if the device is linked or announced', async () => {
    const { device, id, respond } = await startBridge();
    await respond({ readings: [...grams(device, 1, 2).readings, { device, type: 'scan', code: 'B-17' }] });
    const before = (await eventsOf('deviceId', device)).slice(2);
    await act('link', 'device', device, { to: { kind: 'devices:bridge', id }, mode: 'lookup' });
    await member.patch(`${base}/records/device/${device}`, { fields: { min_change: 2 } });
    await respond(grams(device, 10, 11, 12, 10.5));
    await respond(grams(device, 12, 9));
    await act('unlink', 'device', device);
    await respond(grams(device, 50));
    await member.patch(`${base}/records/device/${device}`, { fields: { announce: true } });
    await respond(grams(device, 51));
    const { body } = await member.get<{ data: { payload: { value: number; linked: unknown; deviceId: string } }[] }>(
      `${workspace.path}/event-log?limit=200&name=devices.device.reading&record_id=${device}`,
    );

    expect(before).toEqual(['devices.device.scanned']);
    expect(body.data.map(({ payload }) => payload.value).toReversed()).toEqual([10, 12, 9, 51]);
    expect(body.data.map(({ payload }) => payload.linked)).toEqual([
      null,
      ...Array.from({ length: 3 }, () => ({ kind: 'devices:bridge', id })),
    ]);
    expect(await readingsOf(device)).toHaveLength(11);
  });

  it('of a hundred devices are written in a few statements, and emit no events if nothing is linked', async () => {
    const devicesOf = Array.from({ length: 100 }, (_, index) => ({ address: `usb:${index}`, name: `Sensor ${index}` }));
    const { register, respond } = await startBridge();
    const { body } = await register({ devices: devicesOf });
    const readings = (value: number) => ({
      readings: body.devices.map(({ id }) => ({ device: id, type: 'value', value, unit: '°C' })),
    });
    await respond(readings(20));
    const look = async () =>
      (await member.get<{ version: number; fields: object }>(`${base}/records/device/${body.devices[0]?.id ?? ''}`))
        .body;
    const before = await look();
    clock.advance({ seconds: 1 });
    const statements = await recordStatements(server.database, () => respond(readings(20.5)));
    const after = await look();

    expect(statements.length).toBeLessThanOrEqual(8);
    // Readings do not conflict with edits of the device.
    expect(after).toMatchObject({ version: before.version, fields: { last_reading: { value: 20.5 } } });
    const events = await server.database.pool.query<{ count: number }>(
      `select count(*) as count from event where name = 'devices.device.reading' and payload->>'unit' = '°C'`,
    );
    expect(events.rows[0]?.count).toBe(0);
  });

  it('of devices of another bridge are refused as a whole', async () => {
    const [one, other] = [await startBridge(), await startBridge()];
    const { status, body } = await one.respond({
      readings: [
        { device: one.device, type: 'value', value: 1 },
        { device: other.device, type: 'value', value: 1 },
      ],
    });

    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: '/readings/1/device' }] } },
    });
    expect(await fieldsOf('device', one.device)).not.toHaveProperty('last_reading');
    expect(await readingsOf(one.device)).toEqual([]);
  });

  it('without a value are refused, each with the path of the missing field', async () => {
    const { device, respond } = await startBridge();
    const types = ['value', 'count', 'scan', 'state'];
    const { status, body } = await respond({ readings: types.map((type) => ({ device, type })) });

    expect({ status, body }).toMatchObject({
      status: 422,
      body: {
        error: {
          details: ['value', 'value', 'code', 'code'].map((field, index) => ({
            path: `/readings/${index}/${field}`,
            code: 'required',
          })),
        },
      },
    });
    expect(await readingsOf(device)).toEqual([]);
  });

  it('set the state of a device: error, offline, online', async () => {
    const { device, respond } = await startBridge();
    const state = (code: string, raw?: string) => respond({ readings: [{ device, type: 'state', code, raw }] });
    await state('error', 'The load cell does not answer.');
    const atFault = await fieldsOf('device', device);
    await state('offline');
    await state('online');

    expect(atFault['status']).toBe('error');
    expect((await eventsOf('deviceId', device)).slice(2)).toEqual([
      'devices.device.error',
      'devices.device.offline',
      'devices.device.online',
    ]);
    const { body } = await member.get<{ data: { payload: object }[] }>(
      `${workspace.path}/event-log?name=devices.device.error&record_id=${device}`,
    );
    expect(body.data[0]?.payload).toMatchObject({ error: 'The load cell does not answer.' });
  });

  it('are applied once each, if the linked record allows it', async () => {
    const { device, id, respond } = await startBridge();
    const none = await act('apply_reading', 'device', device);
    const item = await member.post<{ id: string }>(`${workspace.path}/modules/inventory/records/stock_item`, {
      fields: { name: 'Bolts', qty: 5 },
    });
    const to = { kind: 'inventory:stock_item', id: item.body.id };
    const wrong = await act('link', 'device', device, { to: { kind: 'devices:bridge', id }, mode: 'use' });
    await act('link', 'device', device, { to, mode: 'use' });
    const untold = await act('apply_reading', 'device', device);
    await respond({ readings: [{ device, type: 'scan', code: 'B-17' }] });
    const applied = await act('apply_reading', 'device', device);
    const foreign = await act('apply_reading', 'device', device, { reading: id });
    await respond(grams(device, 4));
    const other = await act('apply_reading', 'device', device);

    expect([none, wrong, untold, applied, foreign, other].map(({ status }) => status)).toEqual([
      409, 422, 409, 200, 422, 200,
    ]);
    expect(wrong.body).toMatchObject({ error: { details: [{ path: '/input/to/kind' }] } });
    expect(applied.body).toMatchObject({ result: { applied: true, action: 'inventory:use_one' } });
    expect(other.body).toMatchObject({ result: { applied: false, reason: 'other_type' } });
    expect(foreign.body).toMatchObject({ error: { details: [{ path: '/input/reading' }] } });
    expect((await eventsOf('deviceId', device)).at(-2)).toBe('devices.device.applied');
  });
});

describe('the name of a device', () => {
  it('that a user gave is kept, whatever the bridge registers', async () => {
    const { id, device, name, register } = await startBridge();
    const other = await startBridge();
    await act('rename', 'bridge', id, { name: `${name} at the gate` });
    await act('rename', 'device', device, { name: 'Scale at the gate' });
    const taken = await act('rename', 'bridge', id, { name: other.name });
    await register();

    expect((await fieldsOf('bridge', id))['name']).toBe(`${name} at the gate`);
    expect((await fieldsOf('device', device))['name']).toBe('Scale at the gate');
    expect(taken).toMatchObject({ status: 409, body: { error: { details: [{ path: '/input/name' }] } } });
    const both = await Promise.all([id, other.id].map((one) => act('rename', 'bridge', one, { name: 'The one' })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await act('rename', 'bridge', id, { name: `${name} at the gate` });
    expect(await eventsOf('deviceId', device)).toContain('devices.device.updated');
    expect(await eventsOf('bridgeId', id)).toContain('devices.bridge.updated');
  });
});

describe('a link', () => {
  it('is created by one of two concurrent requests, and removed once', async () => {
    const { device, id } = await startBridge();
    const bare = await act('unlink', 'device', device);
    const link = (kind: string, to: string) => act('link', 'device', device, { to: { kind, id: to }, mode: 'lookup' });
    const made = await Promise.all([link('devices:bridge', id), link('devices:device', device)]);
    const missing = await link('devices:bridge', device);
    const taken = await Promise.all([act('unlink', 'device', device), act('unlink', 'device', device)]);

    expect([bare.status, ...made.map(({ status }) => status)]).toEqual([409, 200, 200]);
    expect(missing).toMatchObject({ status: 422, body: { error: { details: [{ path: '/input/to' }] } } });
    expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await fieldsOf('device', device)).toMatchObject({ link_mode: 'none' });
    expect((await eventsOf('deviceId', device)).filter((name) => name.endsWith('unlinked'))).toHaveLength(1);
  });
});

describe('a retired device', () => {
  it('has no queued command, even if one is requested at the same time', async () => {
    const { device } = await startBridge();
    const runBeep = () => act('run_command', 'device', device, { command: 'beep' });
    const [, retired, ...more] = await Promise.all([runBeep(), act('retire', 'device', device), runBeep()]);
    const { body } = await member.get<{ data: { fields: { status: string } }[] }>(
      `${base}/records/command?filter=${encodeURIComponent(`device == "${device}"`)}`,
    );

    expect([retired?.status, more.every(({ status }) => [200, 404].includes(status))]).toEqual([200, true]);
    expect(body.data.filter(({ fields }) => fields.status === 'queued')).toEqual([]);
    expect((await act('retire', 'device', device)).status).toBe(404);
  });

  it('gets no more commands, and returns as a new device if its bridge finds it', async () => {
    const { device, run, register, poll, respond } = await startBridge();
    const queued = await run('beep');
    const denied = await member.post(`${base}/actions/retire`, {
      record: { kind: 'devices:device', id: device },
      input: {},
    });
    await act('retire', 'device', device);
    const gone = await respond({ readings: [{ device, type: 'value', value: 1 }] });
    const { body } = await register();

    expect([denied.status, gone.status, (await poll()).status]).toEqual([403, 422, 204]);
    expect((await fieldsOf('command', queued))['status']).toBe('cancelled');
    expect((await eventsOf('deviceId', device)).filter((name) => name === 'devices.device.retired')).toHaveLength(1);
    expect(body.devices.map(({ address }) => address)).toEqual(['usb:1']);
    expect(body.devices[0]?.id).not.toBe(device);
  });
});

describe('every event that the module declares', () => {
  it('is emitted by these tests, and is listed in the README', async () => {
    const { device } = await startBridge();
    const path = `${base}/records/device/${device}`;
    await member.patch(path, { fields: { name: 'Renamed' } });
    await member.delete(path);
    const declared = (devices.events ?? []).map(({ name }) => name);
    const rows = await server.database.db
      .selectFrom('event')
      .select('name')
      .distinct()
      .where('name', 'like', 'devices.%')
      .execute();
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const named = (pattern: RegExp) => new Set([...readme.matchAll(pattern)].map(([, name]) => name));

    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(declared));
    expect(named(/`(devices\.[a-z_]+\.[a-z_]+)`/g)).toEqual(new Set(declared));
    const members = [
      ...Object.keys(devices.settings?.properties ?? {}),
      ...(devices.wires ?? []).map(({ key }) => key),
      ...(devices.routes ?? []).map(({ method, path }) => `${method} ${path}`),
    ];
    // The README lists a route with its query.
    expect(members.filter((name) => !readme.includes(`\`${name}\``) && !readme.includes(`\`${name}?`))).toEqual([]);
    expect(named(/`(devices:[a-z_]+)`/g)).toEqual(
      new Set(['devices:edge', ...[...(devices.kinds ?? []), ...(devices.actions ?? [])].map(({ id }) => id)]),
    );
  });
});
