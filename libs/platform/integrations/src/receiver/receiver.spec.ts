import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Webhook } from 'standardwebhooks';
import {
  githubHeaders,
  BENCH,
  integrationBench,
  type IntegrationBench,
  type MadeIntegration,
} from '../../fixtures/integration-bench.js';

const clock = createClock();
let server: TestServer;
let workspace: TestWorkspace;
let admin: TestClient;
let bench: IntegrationBench;
let made = 0;
beforeAll(async () => {
  server = await createTestServer({ ...BENCH, now: clock.now });
  workspace = await server.workspace();
  admin = server.as(await workspace.admin());
  bench = integrationBench({ anonymous: server.anonymous, admin, path: workspace.path });
});
afterAll(() => server.close());

const STAR = JSON.stringify({
  action: 'created',
  repository: { full_name: 'acme/firmware' },
  sender: { login: 'ada' },
});
const delivery = () => `delivery-${(made += 1)}`;
const machineOf = async () => {
  const { body } = await admin.post<{ id: string }>(`${workspace.path}/modules/lab/records/machine`, {
    fields: { name: 'Mill' },
  });
  return body.id;
};

describe('the receiver', () => {
  let github: MadeIntegration;
  beforeAll(async () => {
    github = await bench.make({ connector: 'github' });
  });
  const signed = (body = STAR, extra: Parameters<typeof githubHeaders>[1] = { secret: github.secret, event: 'star' }) =>
    bench.send(github.path, body, githubHeaders(body, extra));

  it('answers 202 with the event of a verified request; the actor of the event is the integration', async () => {
    const { status, body } = await signed(STAR, { secret: github.secret, event: 'star', delivery: delivery() });

    expect({ status, body }).toEqual({ status: 202, body: { event_id: expect.any(String) } });
    const event = (await bench.events()).find(({ id }) => id === body['event_id']);
    expect(event).toMatchObject({
      name: 'integrations.inbound.received',
      actor: { type: 'system', id: null, via: { type: 'integration', id: github.id } },
      payload: {
        orgId: workspace.id,
        integrationId: github.id,
        integrationName: 'Sender',
        connector: 'github',
        type: 'star.created',
        body: JSON.parse(STAR),
      },
    });
  });

  it('answers 401 invalid_signature to every unverified request, and shows the reason only to admins', async () => {
    const bodies = [
      await bench.send(github.path, STAR),
      await bench.send(github.path, STAR, githubHeaders(STAR, { secret: 'another' })),
      await bench.send(github.path, `${STAR} `, githubHeaders(STAR, { secret: github.secret })),
      await bench.send(github.path, 'no JSON at all', githubHeaders(STAR, { secret: github.secret })),
    ].map(({ status, text }) => ({ status, text }));

    expect(new Set(bodies.map(({ text }) => text)).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 401, text: expect.stringContaining('"invalid_signature"') });
    const [latest, , , missing] = await bench.hits(github.id);
    expect(latest).toMatchObject({
      outcome: 'rejected',
      event_id: null,
      reason: expect.stringContaining('does not fit'),
    });
    expect(missing).toMatchObject({ reason: 'The header X-Hub-Signature-256 is missing.' });
  });

  it.each([
    ['a session cookie and another origin', { cookie: 'cubit_session=x', origin: 'https://evil.example' }],
    ['a refresh cookie and another site', { cookie: 'cubit_refresh=x', 'sec-fetch-site': 'cross-site' }],
    ['no cookie and the origin null', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('accepts and counts a signed hit with %s like any other', async (_, headers) => {
    const before = await bench.get(github.id);
    const { status } = await bench.send(github.path, STAR, {
      ...githubHeaders(STAR, { secret: github.secret, event: 'star' }),
      ...headers,
    });
    const unsigned = await bench.send(github.path, STAR, headers);

    expect([status, unsigned.status]).toEqual([202, 401]);
    expect(await bench.get(github.id)).toMatchObject({
      hit_count: Number(before['hit_count']) + 2,
      rejected_count: Number(before['rejected_count']) + 1,
    });
    expect((await bench.hits(github.id)).slice(0, 2).map(({ outcome }) => outcome)).toEqual(['rejected', 'accepted']);
  });

  it('answers 200 with the first event to a repeated delivery id, and creates no second event', async () => {
    const extra = { secret: github.secret, event: 'star', delivery: delivery() };
    const before = (await bench.events()).length;
    const [first, second] = [await signed(STAR, extra), await signed(STAR, extra)];

    expect([first.status, second.status]).toEqual([202, 200]);
    expect(second.body).toEqual({ event_id: first.body['event_id'], duplicate: true });
    expect((await bench.events()).length - before).toBe(1);
    expect((await bench.hits(github.id))[0]).toMatchObject({ outcome: 'duplicate', event_id: first.body['event_id'] });
  });

  it('creates one event for one delivery that arrives twenty times at once', async () => {
    const extra = { secret: github.secret, event: 'star', delivery: delivery() };
    const before = (await bench.events()).length;
    const replies = await Promise.all(Array.from({ length: 20 }, () => signed(STAR, extra)));

    expect(replies.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 202]);
    expect(new Set(replies.map(({ body }) => body['event_id'])).size).toBe(1);
    expect((await bench.events()).length - before).toBe(1);
  });

  it('does not remember the delivery id of a refused request', async () => {
    const guid = delivery();
    const push = JSON.stringify({ ref: 'refs/heads/main' });
    const unsigned = await bench.send(github.path, STAR, githubHeaders(STAR, { secret: 'another', delivery: guid }));
    const unfit = await signed(push, { secret: github.secret, event: 'push', delivery: guid });
    const good = await signed(STAR, { secret: github.secret, event: 'push.fixed', delivery: guid });

    expect([unsigned.status, unfit.status, good.status]).toEqual([401, 422, 202]);
    expect(unfit.body).toMatchObject({
      error: {
        code: 'validation_failed',
        details: expect.arrayContaining([expect.objectContaining({ path: '/repository' })]),
      },
    });
  });

  it('answers 400 to a signed body that is not JSON, and 422 to text that cannot be stored', async () => {
    const [broken, empty, nul] = [await signed('{"a":'), await signed(''), await signed('{"a": "\\u0000"}')];

    expect([broken.status, empty.status, nul.status]).toEqual([400, 400, 422]);
    expect(broken.body).toMatchObject({ error: { code: 'invalid_json' } });
    expect((await bench.hits(github.id)).slice(0, 3).map(({ outcome }) => outcome)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
  });

  it('accepts the form encoding of GitHub', async () => {
    const form = new URLSearchParams({ payload: STAR }).toString();
    const headers = {
      ...githubHeaders(form, { secret: github.secret, event: 'star' }),
      'content-type': 'application/x-www-form-urlencoded',
    };
    const { status, body } = await bench.send(github.path, form, headers);

    expect(status).toBe(202);
    const event = (await bench.events()).find(({ id }) => id === body['event_id']);
    expect(event?.payload['body']).toEqual(JSON.parse(STAR));
  });

  it('answers a ping with 202 and creates no event', async () => {
    const { status, body } = await signed('{"zen": "Design for failure.", "hook_id": 1}', {
      secret: github.secret,
      event: 'ping',
    });

    expect({ status, body }).toEqual({
      status: 202,
      body: { event_id: null, ignored: expect.stringContaining('Ping') },
    });
    expect((await bench.hits(github.id))[0]).toMatchObject({ outcome: 'ignored' });
  });

  it('gives the same 404 for an unknown token, an unknown connector and the token of another connector', async () => {
    const token = github.path.split('/').at(-2) ?? '';
    const paths = [
      '/api/v1/integrations/github/unknown/webhook',
      `/api/v1/integrations/nothing/${token}/webhook`,
      `/api/v1/integrations/gitlab/${token}/webhook`,
      `/api/v1/integrations/github/${token.toUpperCase()}/webhook`,
    ];
    const replies = await Promise.all(paths.map((path) => bench.send(path, STAR, githubHeaders(STAR, github))));

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it('counts every hit and records its address', async () => {
    const fresh = await bench.make({ connector: 'github' });
    await bench.send(fresh.path, STAR, githubHeaders(STAR, { secret: fresh.secret, event: 'star' }));
    await bench.send(fresh.path, STAR);

    expect(await bench.get(fresh.id)).toMatchObject({
      hit_count: 2,
      rejected_count: 1,
      last_hit_at: clock.now().toISOString(),
    });
    expect((await bench.hits(fresh.id)).map(({ outcome, address }) => [outcome, address])).toEqual([
      ['rejected', '127.0.0.1'],
      ['accepted', '127.0.0.1'],
    ]);
  });

  it('counts fifty concurrent hits exactly', async () => {
    const fresh = await bench.make({ connector: 'webhook', config: { verification: 'none' } });
    const replies = await Promise.all(Array.from({ length: 50 }, () => bench.send(fresh.path, { any: 'thing' })));

    expect(replies.every(({ status }) => status === 202)).toBe(true);
    expect(await bench.get(fresh.id)).toMatchObject({ hit_count: 50, rejected_count: 0 });
  });

  it('never writes tokens or secrets in plain text to the database, the log, or any answer after the first', async () => {
    const own = 'the secret of the sender';
    const fresh = await bench.make({ connector: 'github', secret: own });
    await bench.send(fresh.path, STAR, githubHeaders(STAR, { secret: own, event: 'star' }));
    await bench.send(fresh.path, STAR, githubHeaders(STAR, { secret: 'wrong' }));
    const token = fresh.path.split('/').at(-2) ?? '';
    const { db } = server.database;
    const tables = [
      'integration',
      'integration_token',
      'integration_hit',
      'integration_delivery',
      'audit_log',
      'event',
      'idempotency_key',
    ];
    const rows = await Promise.all(
      tables.map((table) =>
        db
          .selectFrom(table as 'event')
          .selectAll()
          .execute(),
      ),
    );
    const bytes = rows
      .flat()
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)));
    const answers = [
      await bench.get(fresh.id),
      await bench.hits(fresh.id),
      (await admin.get(`${workspace.path}/integrations`)).body,
    ];
    const written = JSON.stringify([bytes, answers, server.log.entries]);

    for (const secret of [token, own, github.secret]) expect(written).not.toContain(secret);
    expect(fresh.secret).toBeUndefined();
  });
});

describe('a revoked URL', () => {
  it('answers 410 to the next request, records the hit and emits an event', async () => {
    const { id, path, secret } = await bench.make({ connector: 'github' });
    const send = () => bench.send(path, STAR, githubHeaders(STAR, { secret, event: 'star' }));
    const before = await send();
    await admin.post(`${workspace.path}/integrations/${id}/revoke`);
    const after = await send();

    expect([before.status, after.status]).toEqual([202, 410]);
    expect(after.body).toMatchObject({ error: { code: 'gone' } });
    expect(await bench.get(id)).toMatchObject({
      hit_count: 2,
      rejected_count: 1,
      revoked_at: clock.now().toISOString(),
    });
    expect((await bench.hits(id))[0]).toMatchObject({ outcome: 'rejected', reason: 'The URL was revoked.' });
    const [revoked] = await bench.events('integrations.inbound_token.revoked');
    expect(revoked?.payload).toMatchObject({ integrationId: id, connector: 'github', reason: 'revoked' });
  });

  it('is the old URL after a rotation; rotating a revoked integration gives it a new URL', async () => {
    const { id, path } = await bench.make({ connector: 'webhook', config: { verification: 'none' } });
    const rotate = async () =>
      new URL(String((await admin.post(`${workspace.path}/integrations/${id}/rotate`)).body['url'])).pathname;
    const second = await rotate();
    const statuses = [(await bench.send(path, {})).status, (await bench.send(second, {})).status];
    await admin.post(`${workspace.path}/integrations/${id}/revoke`);
    const third = await rotate();

    expect(statuses).toEqual([410, 202]);
    expect([(await bench.send(second, {})).status, (await bench.send(third, {})).status]).toEqual([410, 202]);
  });

  it('stays revoked after its integration is deleted', async () => {
    const { id, path } = await bench.make({ connector: 'webhook', config: { verification: 'none' } });
    await bench.send(path, {});
    const deleted = await admin.delete(`${workspace.path}/integrations/${id}`);

    expect([deleted.status, (await bench.send(path, {})).status]).toEqual([204, 410]);
    expect((await admin.get(`${workspace.path}/integrations/${id}`)).status).toBe(404);
  });
});

describe('schemes with a timestamp', () => {
  const seconds = (offsetS: number) => String(Math.floor(clock.now().getTime() / 1_000) + offsetS);

  it('reject requests older than 5 minutes, signed or not', async () => {
    const { path, secret } = await bench.make({ connector: 'stripe' });
    const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid' });
    const send = (timestamp: string) => {
      const v1 = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      return bench.send(path, body, { 'stripe-signature': `t=${timestamp},v1=${v1}` });
    };

    expect([(await send(seconds(-301))).status, (await send(seconds(301))).status]).toEqual([401, 401]);
    expect((await send(seconds(-299))).status).toBe(202);
  });

  it('accept requests of the package standardwebhooks with the generated secret, and treat a repeat as a duplicate', async () => {
    const { path, secret } = await bench.make({ connector: 'standard-webhooks' });
    const body = JSON.stringify({ type: 'sensor.warm', data: { celsius: 71 } });
    const now = clock.now();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': seconds(0),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
    };
    const [first, repeat, changed] = [
      await bench.send(path, body, headers),
      await bench.send(path, body, headers),
      await bench.send(path, body, { ...headers, 'webhook-id': 'msg_2' }),
    ];

    expect([first.status, repeat.status, changed.status]).toEqual([202, 200, 401]);
  });

  it('answer the challenge of Slack only if it is signed', async () => {
    const { id, path, secret } = await bench.make({ connector: 'slack' });
    const body = JSON.stringify({
      type: 'url_verification',
      challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
    });
    const signature = (key: string) =>
      `v0=${createHmac('sha256', key)
        .update(`v0:${seconds(0)}:${body}`)
        .digest('hex')}`;
    const send = (key: string) =>
      bench.send(path, body, { 'x-slack-request-timestamp': seconds(0), 'x-slack-signature': signature(key) });
    const [good, forged] = [await send(secret), await send('another')];

    expect({ status: good.status, body: good.body }).toEqual({
      status: 200,
      body: { challenge: JSON.parse(body).challenge },
    });
    expect(forged.status).toBe(401);
    expect((await bench.hits(id)).map(({ outcome }) => outcome)).toEqual(['rejected', 'ignored']);
  });
});

describe('a slash command of Slack', () => {
  const form = new URLSearchParams({
    token: 'gIkuvaNzQIHg97ATvDxqgjtO',
    team_id: 'T0001',
    channel_id: 'C2147483705',
    user_id: 'U2147483697',
    command: '/reserve',
    text: 'laser 2 h',
    response_url: 'https://hooks.slack.com/commands/1234/5678',
    trigger_id: '13345224609.738474920.8088930838d88f008e0',
  });
  const seconds = () => String(Math.floor(clock.now().getTime() / 1_000));
  const send = (slack: MadeIntegration, body: string, key = slack.secret) => {
    const signature = createHmac('sha256', key).update(`v0:${seconds()}:${body}`).digest('hex');
    return bench.send(slack.path, body, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': seconds(),
      'x-slack-signature': `v0=${signature}`,
    });
  };

  it('becomes an event, and is answered 200 with the text that Slack shows', async () => {
    const slack = await bench.make({ connector: 'slack' });
    const { status, body } = await send(slack, form.toString());

    expect({ status, body }).toEqual({
      status: 200,
      body: { event_id: expect.any(String), response_type: 'ephemeral', text: '/reserve was received.' },
    });
    const [used] = await bench.events('integrations.slack.command_used');
    expect(used?.payload).toMatchObject({
      integrationId: slack.id,
      team: 'T0001',
      channel: 'C2147483705',
      user: 'U2147483697',
      command: '/reserve',
      text: 'laser 2 h',
    });
    const received = (await bench.events('integrations.inbound.received')).find(({ id }) => id === body['event_id']);
    expect(received?.payload).toMatchObject({ type: 'slash_command', body: { command: '/reserve' } });
    expect(JSON.stringify(received)).not.toContain(form.get('token'));
  });

  it('is accepted once, and only with a valid signature', async () => {
    const slack = await bench.make({ connector: 'slack' });
    const replies = [
      await send(slack, form.toString(), 'another'),
      await send(slack, form.toString()),
      await send(slack, form.toString()),
    ];

    expect(replies.map(({ status, body }) => [status, body['duplicate']])).toEqual([
      [401, undefined],
      [200, undefined],
      [200, true],
    ]);
  });

  it('answers the certificate check with 200', async () => {
    const slack = await bench.make({ connector: 'slack' });
    const { status } = await send(slack, 'ssl_check=1&token=gIkuvaNzQIHg97ATvDxqgjtO');

    expect(status).toBe(200);
    expect(await bench.hits(slack.id)).toMatchObject([{ outcome: 'ignored', event_id: null }]);
  });
});

describe('a connector of a module', () => {
  it('works in the transaction of the hit, with the integration as actor: records, actions and events', async () => {
    const machine = await machineOf();
    const { id, path } = await bench.make({ connector: 'lab-machine', config: { machine } });
    const { status, body } = await bench.send(path, { state: 'busy' });

    expect(status).toBe(202);
    const [event] = (await bench.events('lab.machine.reported')).filter(
      ({ payload }) => payload['machineId'] === machine,
    );
    expect(event).toMatchObject({ payload: { reports: 1 }, actor: { via: { type: 'integration', id } } });
    const received = (await bench.events('integrations.inbound.received')).find((row) => row.id === body['event_id']);
    expect(received).toMatchObject({
      payload: { integrationId: id, connector: 'lab-machine', type: null, body: { state: 'busy' } },
    });
  });

  it('handles one hit at a time, so that no update is lost', async () => {
    const machine = await machineOf();
    const { path } = await bench.make({ connector: 'lab-machine', config: { machine } });
    await Promise.all(Array.from({ length: 20 }, (_, seq) => bench.send(path, { state: 'busy', seq: String(seq) })));
    const { body } = await admin.get(`${workspace.path}/modules/lab/records/machine/${machine}`);

    expect(body['fields']).toMatchObject({ reports: 20 });
  });

  it('may ignore a hit, before or after it reads records', async () => {
    const { path } = await bench.make({ connector: 'lab-machine', config: { machine: await machineOf() } });

    expect((await bench.send(path, { state: 'same' })).body).toEqual({
      event_id: null,
      ignored: 'Nothing has changed.',
    });
    expect((await bench.send(path, { state: 'late' })).body).toEqual({ event_id: null, ignored: 'It came too late.' });
  });

  it('rolls the hit back if it refuses it, so the delivery can be repeated; a fault of a record is a fault of the body', async () => {
    const machine = await machineOf();
    const { id, path } = await bench.make({ connector: 'lab-machine', config: { machine } });
    const refused = await bench.send(path, { state: 'refused', seq: '1' });
    const unfit = await bench.send(path, { state: 'asleep', seq: '1' });
    const broken = await bench.send(path, { state: 'broken', seq: '1' });
    const good = await bench.send(path, { state: 'idle', seq: '1' });

    expect([refused.status, unfit.status, broken.status, good.status]).toEqual([422, 422, 500, 202]);
    expect(refused.body).toMatchObject({ error: { code: 'validation_failed', message: 'The machine is not there.' } });
    expect(await bench.get(id)).toMatchObject({ hit_count: 4, rejected_count: 3 });
    expect(server.log.entries.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('verifies the secret of an integration that has one', async () => {
    const { path } = await bench.make({
      connector: 'lab-machine',
      config: { machine: await machineOf() },
      secret: 'of the mill',
    });

    expect((await bench.send(path, { state: 'idle' })).status).toBe(401);
    expect((await bench.send(path, { state: 'idle', key: 'of the mill' })).status).toBe(202);
  });

  it('does not run while its module is disabled', async () => {
    const { path } = await bench.make({ connector: 'lab-machine', config: { machine: await machineOf() } });
    const owner = server.as(workspace.owner);
    await owner.patch(`${workspace.path}/modules/lab`, { enabled: false });
    const off = await bench.send(path, { state: 'idle' });
    const { body } = await admin.get<{ data: { id: string }[] }>(`${workspace.path}/connectors`);
    await owner.patch(`${workspace.path}/modules/lab`, { enabled: true });

    expect({ status: off.status, body: off.body }).toEqual({
      status: 202,
      body: { event_id: null, ignored: "Module 'lab' is not enabled." },
    });
    expect(body.data.map(({ id }) => id)).not.toContain('lab-machine');
    expect((await bench.send(path, { state: 'idle' })).body['event_id']).toEqual(expect.any(String));
  });
});

describe('the installation-wide webhook receiver', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('has no handlers, so every id answers 404: %s', async (method) => {
    const reply = await server.anonymous.request({ method, path: '/api/v1/hooks/anything', body: '{}' });

    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found', message: expect.any(String) } } });
  });
});
