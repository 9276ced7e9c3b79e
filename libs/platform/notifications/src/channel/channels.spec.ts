import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestUser } from '@cubit/testing';
import { Bench, notifying } from '../../fixtures/bench.js';
import { Receiver } from '../../fixtures/receiver.js';

let server: TestServer;
let guarded: TestServer;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.started();
  server = await createTestServer(notifying());
  guarded = await createTestServer(
    notifying({
      allowInternal: false,
      resolve: (host) => Promise.resolve(host === 'inside.example' ? ['10.0.0.1'] : []),
    }),
  );
});
afterAll(async () => {
  await receiver.stop();
  await server.close();
  await guarded.close();
});

async function bench(on = server) {
  const workspace = await on.workspace();
  return new Bench(workspace, (person) => on.as(person.token));
}
const SECRETS = {
  url: 'https://ada:hunter2@hooks.example.org/in/Zk3fT9qLx0VbN2mPw7?token=sesame',
  headers: { Authorization: 'Bearer open-sesame', 'X-Team': 'mill' },
};

describe('notification channels', () => {
  it('are created, read, changed and deleted by admins', async () => {
    const lab = await bench();
    const admin = server.as(await lab.workspace.admin());
    const channels = `${lab.path}/notification-channels`;
    const made = await admin.post<{ id: string }>(channels, {
      type: 'slack',
      config: { url: 'https://hooks.slack.com/services/T0/B0/key' },
    });
    expect(made).toMatchObject({
      status: 201,
      headers: { location: `${channels}/${made.body.id}` },
      body: {
        type: 'slack',
        name: 'Slack',
        enabled: true,
        config: { url: 'https://hooks.slack.com/services/T0/B0/********' },
        events: null,
        min_priority: 'low',
        failing: null,
      },
    });
    const patched = await admin.patch(`${channels}/${made.body.id}`, {
      name: 'Mill',
      events: ['lab.*'],
      min_priority: 'high',
    });
    expect(patched).toMatchObject({ status: 200, body: { name: 'Mill', events: ['lab.*'], min_priority: 'high' } });
    expect((await admin.get<{ data: unknown[] }>(channels)).body.data).toEqual([patched.body]);
    expect((await admin.delete(`${channels}/${made.body.id}`)).status).toBe(204);
    expect((await admin.get(`${channels}/${made.body.id}`)).status).toBe(404);
    const { body } = await admin.get<{ data: { action: string }[] }>(`${lab.path}/audit-log`);
    if (body?.data) expect(JSON.stringify(body.data)).not.toContain('B0/key');
  });

  it('are forbidden below admin, and do not exist for other workspaces', async () => {
    const lab = await bench();
    const id = await lab.addWebhook('https://hooks.example.org/');
    const stranger = await bench();
    for (const path of ['', `/${id}`, `/${id}/deliveries`]) {
      const below = await server.as(await lab.workspace.member()).get(`${lab.path}/notification-channels${path}`);
      expect([path, below.status]).toEqual([path, 403]);
    }
    expect((await stranger.client.get(`${stranger.path}/notification-channels/${id}`)).status).toBe(404);
    expect((await stranger.client.post(`${stranger.path}/notification-channels/${id}/test`)).status).toBe(404);
  });

  it('keep their secrets out of every answer and encrypted in the tables', async () => {
    const lab = await bench();
    const client = server.as(lab.workspace.owner);
    const id = await lab.addChannel({ type: 'webhook', config: SECRETS });
    const path = `${lab.path}/notification-channels/${id}`;
    const { text, body } = await client.get<{ config: object }>(path);
    expect(body.config).toEqual({
      url: 'https://ada:********@hooks.example.org/in/********?token=********',
      headers: { Authorization: '********', 'X-Team': '********' },
    });
    expect(text).not.toMatch(/hunter2|sesame|Zk3f/);
    const { rows } = await server.database.pool.query<{ row: string }>(
      'select c::text as row from notification_channel c',
    );
    const sealed = rows.map(({ row }) => row).join();
    expect(sealed).not.toMatch(/hunter2|sesame/);
    expect(sealed).not.toContain(Buffer.from('sesame').toString('hex'));
  });

  it('keep masked values that are sent back, and replace the others', async () => {
    const lab = await bench();
    const client = server.as(lab.workspace.owner);
    const url = `http://127.0.0.1:${receiver.port}/masked?key=1`;
    const id = await lab.addChannel({ type: 'webhook', config: { url, headers: { 'X-Key': 'first', 'X-Old': 'x' } } });
    const path = `${lab.path}/notification-channels/${id}`;
    const { body } = await client.get<{ config: { headers: object } }>(path);
    const headers = { ...body.config.headers, 'X-New': 'second', 'X-Old': null };
    expect((await client.patch(path, { config: { ...body.config, headers } })).status).toBe(200);
    await client.post(`${path}/test`);
    const [post] = await receiver.until(1, '/masked?key=1');
    expect(post!.headers).toMatchObject({ 'x-key': 'first', 'x-new': 'second' });
    expect(post!.headers).not.toHaveProperty('x-old');
  });

  it.each([
    ['an unknown type', { type: 'pigeon', config: {} }, '/type'],
    ['no URL', { type: 'webhook', config: {} }, '/config/url'],
    ['an unknown setting', { type: 'slack', config: { url: 'https://example.org/', icon: 'x' } }, '/config/icon'],
    ['a URL that leads inside', { type: 'discord', config: { url: 'http://[::ffff:10.0.0.1]/' } }, '/config/url'],
    ['another scheme', { type: 'webhook', config: { url: 'ftp://example.org/' } }, '/config/url'],
    [
      'a header of the request’s own',
      { type: 'webhook', config: { url: 'https://example.org/', headers: { Host: 'x' } } },
      '/config/headers/Host',
    ],
    ['no pattern', { type: 'webhook', config: { url: 'https://example.org/' }, events: ['*.low'] }, '/events/0'],
  ])('refuse %s', async (_, channel, path) => {
    const lab = await bench(guarded);
    const { status, body } = await lab.client.post(`${lab.path}/notification-channels`, channel);
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({ error: expect.objectContaining({ details: [expect.objectContaining({ path })] }) }),
    ]);
  });

  it('describe the configuration of each type', async () => {
    const lab = await bench();
    const { body } = await lab.client.get<{ data: { type: string }[] }>(`${lab.path}/notification-channel-types`);
    expect(body.data.map(({ type }) => type)).toEqual(['email', 'slack', 'discord', 'webhook']);
  });
});

describe('a channel', () => {
  it('delivers only the events it lists, at its minimum priority or above', async () => {
    const lab = await bench();
    const [all, urgent, levels] = [
      await lab.addWebhook(receiver.url),
      await lab.addWebhook(receiver.url, { min_priority: 'urgent' }),
      await lab.addWebhook(receiver.url, { events: ['lab.level.*'] }),
    ];
    await lab.addWebhook(receiver.url, { enabled: false });
    for (const event of ['all', 'low', 'urgent'] as const) await lab.tell(event, 'x');
    await lab.settled(all, 3);
    expect(await lab.deliveries(urgent)).toHaveLength(1);
    expect(await lab.deliveries(levels)).toHaveLength(1);
  });

  it('follows the preferences of each member: the most specific entry counts', async () => {
    const lab = await bench();
    const mail = await lab.addChannel({ type: 'email', config: {} });
    const hook = await lab.addWebhook(receiver.url);
    const put = (preferences: object, user: TestUser = lab.workspace.owner) =>
      server.as(user).put(`${lab.path}/notification-preferences`, preferences);
    const written = {
      preferences: [
        { event: '*', enabled: true, channels: ['email'] },
        { event: 'lab.*', enabled: false },
        { event: 'lab.fire.seen', enabled: true, channels: [hook] },
        { event: 'lab.level.*', enabled: true, channels: [] },
      ],
    };
    const stored = { time_zone: 'UTC', quiet_hours: null, email_digest: 'off' };
    const put1 = await put(written);
    expect(put1).toMatchObject({ status: 200, body: stored });
    expect((await server.as(lab.workspace.owner).get(`${lab.path}/notification-preferences`)).body).toEqual(put1.body);
    for (const event of ['all', 'low', 'urgent'] as const) await lab.tell(event, event);
    await lab.notify({ message: 'by hand' });
    expect((await lab.bell()).map(({ message }) => message)).toEqual(['by hand', 'Lab: urgent', 'Lab: low']);
    expect(await lab.deliveries(mail)).toHaveLength(1);
    expect(await lab.deliveries(hook)).toHaveLength(1);
    expect((await server.as(await lab.workspace.member()).get(`${lab.path}/notification-preferences`)).body).toEqual({
      preferences: [],
      ...stored,
    });
  });

  it.each([
    [{ preferences: [{ event: 'lab', enabled: true }] }, '/preferences/0/event'],
    [
      {
        preferences: [
          { event: '*', enabled: true },
          { event: '*', enabled: false },
        ],
      },
      '/preferences/1/event',
    ],
    [{ preferences: [{ event: '*', enabled: true, channels: ['pigeon'] }] }, '/preferences/0/channels/0'],
    [{ preferences: [], time_zone: 'Mars/Olympus' }, '/time_zone'],
    [{ preferences: [], quiet_hours: { from: '25:00', to: '07:00' } }, '/quiet_hours'],
    [{ preferences: [], quiet_hours: { from: '07:00', to: '07:00' } }, '/quiet_hours/to'],
  ])('refuses preferences such as %j', async (preferences, path) => {
    const lab = await bench();
    const { status, text } = await server
      .as(lab.workspace.owner)
      .put(`${lab.path}/notification-preferences`, preferences);
    expect([status, text]).toEqual([422, expect.stringContaining(`"path":"${path}`)]);
  });
});

describe('preferences that were read before another change', () => {
  it('are refused with If-Match, and taken with the entity tag of what is stored', async () => {
    const lab = await bench();
    const client = server.as(lab.workspace.owner);
    const path = `${lab.path}/notification-preferences`;
    const put = (event: string, tag: unknown) =>
      client.put(path, { preferences: [{ event, enabled: false }] }, { headers: { 'if-match': String(tag) } });
    const read = await client.get(path);
    const first = await put('lab.*', read.headers['etag']);
    expect(first.status).toBe(200);
    const late = await put('inventory.*', read.headers['etag']);
    expect(late).toMatchObject({ status: 412, body: { error: { code: 'version_conflict' } } });
    expect(late.headers['etag']).toBe(first.headers['etag']);
    expect((await client.get(path)).body).toEqual(first.body);
    expect((await put('inventory.*', late.headers['etag'])).status).toBe(200);
  });

  it('lose one of two requests at the same time', async () => {
    const lab = await bench();
    const client = server.as(lab.workspace.owner);
    const path = `${lab.path}/notification-preferences`;
    const tag = (await client.get(path)).headers['etag'];
    const put = (event: string) =>
      client.put(path, { preferences: [{ event, enabled: false }] }, { headers: { 'if-match': String(tag) } });
    const answers = await Promise.all([put('lab.*'), put('inventory.*')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });
});

describe('a test of a channel', () => {
  it('creates a notification that only this channel delivers, even if the channel is disabled', async () => {
    const lab = await bench();
    const [tried, other] = [await lab.addWebhook(receiver.url, { enabled: false }), await lab.addWebhook(receiver.url)];
    await server
      .as(lab.workspace.owner)
      .put(`${lab.path}/notification-preferences`, { preferences: [{ event: '*', enabled: false }] });
    const { status, body } = await lab.client.post<{ notification_id: string }>(
      `${lab.path}/notification-channels/${tried}/test`,
    );
    expect(status).toBe(202);
    expect(await lab.settled(tried, 1)).toMatchObject([
      { notification_id: body.notification_id, state: 'delivered', status: 204 },
    ]);
    expect(await lab.bell()).toMatchObject([
      { id: body.notification_id, message: 'This is a test of the channel "Webhook".' },
    ]);
    expect(await lab.deliveries(other)).toEqual([]);
  });
});

describe('a refused delivery', () => {
  it('names the rule, and nothing was sent', async () => {
    const lab = await bench(guarded);
    const channel = await lab.addWebhook('https://inside.example/');
    await lab.tell('all', 'x');
    expect(await lab.settled(channel, 1)).toMatchObject([
      { state: 'refused', status: null, error: 'The host resolves to a private address.' },
    ]);
  });
});

describe('a channel that failed 50 times in a row', () => {
  it('notifies the admins once, and is shown as failing until a delivery succeeds', async () => {
    const lab = await bench();
    const [admin, member] = [await lab.workspace.admin(), await lab.workspace.member()];
    let broken = true;
    receiver.behaviour = (reply) => void reply.writeHead(broken ? 503 : 204).end();
    const channel = await lab.addWebhook(receiver.url, { events: ['lab.note.addressed'], name: 'Pager' });
    const owner = lab.workspace.owner;
    await lab.tell('some', 'x', { users: [owner.id], times: 60 });
    await lab.settled(channel, 60);
    const notifications = (await lab.bell(admin)).filter(
      ({ event_type }) => event_type === 'core-notifications.channel.failing',
    );
    expect(notifications).toMatchObject([
      { message: 'Channel "Pager" failed 50 times in a row: The receiver answered 503', priority: 'high' },
    ]);
    expect(await lab.bell(member)).toEqual([]);
    const shown = async () => (await lab.client.get<object>(`${lab.path}/notification-channels/${channel}`)).body;
    expect(await shown()).toMatchObject({ failing: { failures: 60, since: expect.any(String) } });
    broken = false;
    await lab.tell('some', 'y', { users: [owner.id] });
    await lab.settled(channel, 61);
    expect(await shown()).toMatchObject({ failing: null });
    expect(notifications[0]!.link_url).toMatch(/^http:\/\/cubit\.test\/w\/[^/]+\/settings\/channels$/);
  });
});
