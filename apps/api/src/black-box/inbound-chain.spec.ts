import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { createCapabilities, type Capabilities } from '../create-capabilities.js';
import { PRODUCT, SURROUNDINGS } from './product.js';

const EFFECTS_MS = 20_000;

let server: TestServer;
let awaitEffects: Capabilities['awaitEffects'];
let workspace: TestWorkspace;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer({
    ...PRODUCT,
    capabilities: (parts) => {
      const { factories, awaitEffects: made } = createCapabilities({ ...parts, ...SURROUNDINGS });
      awaitEffects = made;
      return factories;
    },
  });
  workspace = await server.workspace();
  admin = server.as(await workspace.admin());
});
afterAll(() => server.close());

const ISSUE = JSON.stringify({
  action: 'opened',
  issue: {
    number: 7,
    title: 'Motor stalls <!channel>',
    body: 'At 40 mm/s.',
    html_url: 'https://github.com/acme/firmware/issues/7',
    labels: [{ name: 'bug' }],
  },
  repository: { full_name: 'acme/firmware' },
  sender: { login: 'ada' },
});

describe('a signed webhook of another system', () => {
  it('arrives, becomes an event, and the wires on it act: a task, and word to everybody, each once', async () => {
    const made = await admin.post<{ id: string; url: string; secret: string }>(`${workspace.path}/integrations`, {
      connector: 'github',
      name: 'Firmware',
    });
    const { id, url, secret } = made.body;
    const wires = [
      {
        name: 'A task for each bug',
        event: 'integrations.github.issue_opened',
        condition: '"bug" in event.payload.labels && event.payload.repository == "acme/firmware"',
        action: 'projects:create_task',
        input: { title: '#${event.payload.number} ${event.payload.title}', dedupe_key: '${event.payload.url}' },
      },
      {
        name: 'Word of each bug',
        event: 'integrations.inbound.received',
        condition: 'event.payload.type == "issues.opened"',
        action: 'core-notifications:notify',
        input: { message: 'New bug: ${event.payload.body.issue.title}' },
      },
    ];
    for (const wire of wires) expect((await admin.post(`${workspace.path}/wires`, wire)).status).toBe(201);
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
    const events = await admin.get<{ data: { id: string; name: string }[] }>(
      `${workspace.path}/event-log?name=integrations.*`,
    );
    await awaitEffects(
      workspace.id,
      events.body.data.map((event) => event.id),
      EFFECTS_MS,
    );

    expect([first.status, repeat.status]).toEqual([202, 200]);
    expect(repeat.body).toEqual({ event_id: first.body.event_id, duplicate: true });
    const tasks = await admin.get<{ data: { title: string }[] }>(`${workspace.path}/modules/projects/records/task`);
    expect(tasks.body.data.map(({ title }) => title)).toEqual(['#7 Motor stalls <!channel>']);
    const bell = await admin.get<{ data: { message: string }[] }>(`${workspace.path}/notifications`);
    expect(bell.body.data.map(({ message }) => message)).toContainEqual('New bug: Motor stalls <!channel>');

    await admin.post(`${workspace.path}/integrations/${id}/revoke`);
    expect((await send()).status).toBe(410);
  });
});
