import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient, TestWorkspace } from '@cubit/testing';
import { startShippedServer, until, type ShippedServer } from '@cubit/testing/shipped';
import { SMTPServer } from 'smtp-server';

/** What the receivers got, with the request path. */
const posted: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
const mails: string[] = [];
let http: Server;
let smtp: SMTPServer;
let server: ShippedServer;
let workspace: TestWorkspace;
let owner: TestClient;

beforeAll(async () => {
  http = createServer((request, reply) => {
    void text(request).then((body) => {
      posted.push({ path: request.url ?? '', body: JSON.parse(body) as Readonly<Record<string, unknown>> });
      reply.writeHead(200).end('ok');
    });
  });
  smtp = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, _session, done) => void text(stream).then((mail) => done(null, String(mails.push(mail)))),
  });
  http.listen(0, '127.0.0.1');
  const smtpPort = await new Promise<number>((resolve) => {
    smtp.listen(0, '127.0.0.1', () => resolve((smtp.server.address() as AddressInfo).port));
  });
  if (!http.listening) await once(http, 'listening');
  server = await startShippedServer({
    environment: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, SERVICE_WEBHOOK_ALLOW_INTERNAL: '1' },
  });
  workspace = await server.workspace();
  owner = server.as(workspace.owner);
});
afterAll(async () => {
  await server.close();
  http.closeAllConnections();
  http.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const ISSUE = JSON.stringify({
  action: 'opened',
  issue: {
    number: 7,
    title: 'Motor stalls <!channel> @everyone',
    body: 'At 40 mm/s.',
    html_url: 'https://github.com/acme/firmware/issues/7',
    labels: [{ name: 'bug' }],
  },
  repository: { full_name: 'acme/firmware' },
  sender: { login: 'ada' },
});
const MESSAGE = 'New bug in acme/firmware: Motor stalls <!channel> @everyone';

const WIRES = [
  {
    name: 'A task for each bug',
    event: 'integrations.github.issue_opened',
    condition: '"bug" in event.payload.labels && event.payload.repository == "acme/firmware"',
    action: 'projects:create_task',
    input: { title: '#${event.payload.number} ${event.payload.title}', dedupe_key: '${event.payload.url}' },
  },
  {
    name: 'Word of each issue',
    event: 'integrations.inbound.received',
    condition: 'event.payload.type == "issues.opened"',
    action: 'core-notifications:notify',
    input: {
      message: 'New bug in ${event.payload.body.repository.full_name}: ${event.payload.body.issue.title}',
      link_url: '${event.payload.body.issue.html_url}',
    },
  },
];

async function addChannels(): Promise<readonly string[]> {
  const { port } = http.address() as AddressInfo;
  const at = (path: string) => ({ url: `http://127.0.0.1:${port}/${path}` });
  const channels = [
    { type: 'slack', config: at('slack') },
    { type: 'discord', config: at('discord') },
    { type: 'webhook', config: at('generic') },
    { type: 'email', config: {} },
  ];
  const made: string[] = [];
  for (const channel of channels) {
    const { status, body } = await owner.post<{ id: string }>(`${workspace.path}/notification-channels`, channel);
    expect(status).toBe(201);
    made.push(body.id);
  }
  return made;
}

/** States of the deliveries of a channel, once there is at least one and none is pending. */
function settled(channel: string): Promise<readonly string[]> {
  return until('no delivery is pending', async () => {
    const { body } = await owner.get<{ data: { state: string }[] }>(
      `${workspace.path}/notification-channels/${channel}/deliveries`,
    );
    const states = body.data.map(({ state }) => state);
    return states.length > 0 && !states.includes('pending') && states;
  });
}

describe('a signed webhook of another system', () => {
  it('creates an event, a task and one delivery per channel, until its URL is revoked', async () => {
    const channels = await addChannels();
    const made = await owner.post<{ id: string; url: string; secret: string }>(`${workspace.path}/integrations`, {
      connector: 'github',
      name: 'Firmware',
    });
    const { id, url, secret } = made.body;
    for (const wire of WIRES) expect((await owner.post(`${workspace.path}/wires`, wire)).status).toBe(201);
    const send = () =>
      server.anonymous.post<{ event_id: string; duplicate?: boolean }>(new URL(url).pathname, ISSUE, {
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'issues',
          'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(ISSUE).digest('hex')}`,
        },
      });

    const first = await send();
    const repeat = await send();
    const states = await Promise.all(channels.map(settled));

    expect([first.status, repeat.status]).toEqual([202, 200]);
    expect(repeat.body).toEqual({ event_id: first.body.event_id, duplicate: true });
    const tasks = await owner.get<{ data: { title: string }[] }>(`${workspace.path}/modules/projects/records/task`);
    expect(tasks.body.data.map(({ title }) => title)).toEqual(['#7 Motor stalls <!channel> @everyone']);
    const bell = await owner.get<{ data: { id: string; message: string }[] }>(`${workspace.path}/notifications`);
    const notifications = bell.body.data.filter(({ message }) => message === MESSAGE);
    expect(notifications).toHaveLength(1);

    expect(states).toEqual(channels.map(() => ['delivered']));
    const bodiesAt = (path: string) => posted.filter((one) => one.path === path).map(({ body }) => body);
    expect(bodiesAt('/generic')).toEqual([
      {
        notification_id: notifications[0]?.id,
        event_type: 'integrations.inbound.received',
        message: MESSAGE,
        link_url: 'https://github.com/acme/firmware/issues/7',
        priority: 'normal',
        org_id: workspace.id,
        user_id: workspace.owner.id,
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    expect(bodiesAt('/slack')).toEqual([
      expect.objectContaining({ text: 'New bug in acme/firmware: Motor stalls &lt;!channel&gt; @everyone' }),
    ]);
    expect(bodiesAt('/discord')).toEqual([
      expect.objectContaining({ content: MESSAGE, allowed_mentions: { parse: [] } }),
    ]);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(workspace.owner.email);

    await owner.post(`${workspace.path}/integrations/${id}/revoke`);
    expect((await send()).status).toBe(410);
  });
});
