import { type AddressInfo, createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Bench, notifying } from '../../fixtures/bench.js';
import { Receiver, type Behaviour } from '../../fixtures/receiver.js';

let server: TestServer;
let receiver: Receiver;
/** Answers with headers that never end. */
let dripping: Server;
let drippingPort: number;
beforeAll(async () => {
  server = await createTestServer(notifying());
  receiver = await Receiver.started();
  dripping = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 100);
    socket.on('close', () => clearInterval(drip));
  });
  dripping.listen(0, '127.0.0.1');
  await once(dripping, 'listening');
  drippingPort = (dripping.address() as AddressInfo).port;
});
afterAll(async () => {
  await receiver.stop();
  await server.close();
  const closed = once(dripping, 'close');
  dripping.close();
  await closed;
});

let paths = 0;
async function bench(): Promise<{ lab: Bench<TestWorkspace>; url: string; path: string }> {
  const path = `/hook/${(paths += 1)}`;
  const workspace = await server.workspace();
  const lab = new Bench(workspace, (person) => server.as(person.token));
  return { lab, path, url: `http://127.0.0.1:${receiver.port}${path}` };
}
function behave(byPath: Readonly<Record<string, Behaviour>>): void {
  receiver.behaviour = (reply, received) =>
    (byPath[received.path] ?? ((ok) => void ok.writeHead(202).end()))(reply, received);
}

describe('the outbound webhook (6.3)', () => {
  it('posts all eight fields once, and any 2xx status is success', async () => {
    const { lab, url, path } = await bench();
    const channel = await lab.addWebhook(url, {
      config: { url, headers: { 'X-Team': 'Fräsen', Authorization: 'Bearer k' } },
    });
    await lab.tell('all', 'x');
    await lab.tell('low', 'y');
    const posts = await receiver.until(2, path);
    const [entry] = (await lab.bell()).filter(({ event_type }) => event_type === 'lab.note.sent');
    const [first] = posts.filter(({ body }) => body['event_type'] === 'lab.note.sent');
    expect(first).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer k', host: `127.0.0.1:${receiver.port}` },
    });
    expect(first!.body).toEqual({
      notification_id: entry!.id,
      event_type: 'lab.note.sent',
      message: 'Lab: x',
      link_url: `http://cubit.test/w/${lab.workspace.slug}/modules/lab/x`,
      priority: 'normal',
      org_id: lab.workspace.id,
      user_id: lab.workspace.owner.id,
      occurred_at: entry!.occurred_at,
    });
    const [second] = posts.filter(({ body }) => body['event_type'] === 'lab.level.low');
    expect(second!.body).toMatchObject({ link_url: null, priority: 'low' });
    const deliveries = await lab.settled(channel, 2);
    expect(deliveries).toHaveLength(2);
    for (const delivery of deliveries)
      expect(delivery).toMatchObject({ state: 'delivered', error: null, at: expect.any(String) });
    expect(receiver.at(path)).toHaveLength(2);
  });

  it('posts once for each recipient', async () => {
    const { lab, url, path } = await bench();
    const member = await lab.workspace.member();
    await lab.addWebhook(url);
    await lab.tell('all', 'x');
    const posts = await receiver.until(2, path);
    expect(new Set(posts.map(({ body }) => body['user_id']))).toEqual(new Set([member.id, lab.workspace.owner.id]));
    expect(new Set(posts.map(({ body }) => body['notification_id'])).size).toBe(2);
  });

  it.each<[string, Behaviour, string, number | null, RegExp]>([
    ['an error', (reply) => void reply.writeHead(500).end('out of paper'), 'failed', 500, /answered 500: out of paper/],
    [
      'a redirect, which is not followed',
      (reply) => void reply.writeHead(301, { location: '/elsewhere' }).end(),
      'failed',
      301,
      /301/,
    ],
    ['a broken connection', (reply) => void reply.destroy(), 'failed', null, /closed the connection/],
    [
      'a response that is not HTTP',
      (reply) => void reply.socket?.end('SSH-2.0-x\r\n\r\n'),
      'failed',
      null,
      /is not HTTP/,
    ],
    [
      'an endless body, of which a KiB is read',
      (reply) => {
        reply.writeHead(200);
        const pour = () => {
          while (!reply.destroyed && reply.write(Buffer.alloc(16_384, 'x')));
        };
        reply.on('drain', pour);
        pour();
      },
      'delivered',
      200,
      /^$/,
    ],
  ])('reports %s, without a retry', async (_, behaviour, state, status, error) => {
    const { lab, url, path } = await bench();
    behave({ [path]: behaviour });
    const channel = await lab.addWebhook(url);
    await lab.tell('all', 'x');
    const [delivery] = await lab.settled(channel, 1);
    expect(delivery).toMatchObject({ state, status });
    expect(delivery!.error ?? '').toMatch(error);
    expect(receiver.at(path)).toHaveLength(1);
    expect(receiver.at('/elsewhere')).toHaveLength(0);
  });

  it('gives a receiver 5 s in total until the response headers are complete', async () => {
    const { lab } = await bench();
    const channel = await lab.addWebhook(`http://127.0.0.1:${drippingPort}/`);
    await lab.tell('all', 'x');
    // The headers never end: without a limit in total, the delivery would not either.
    const [delivery] = await lab.settled(channel, 1);
    expect(delivery).toMatchObject({ state: 'failed', status: null, error: 'The receiver did not answer within 5 s.' });
    expect(delivery!.duration_ms).toBeGreaterThan(4_900);
    expect(delivery!.duration_ms).toBeLessThan(50_000);
  });

  it('emits an event for a failed delivery, except for deliveries of notifications about notifications', async () => {
    const { lab, url, path } = await bench();
    behave({ [path]: (reply) => void reply.writeHead(410).end('gone') });
    const channel = await lab.addWebhook(url);
    await lab.tell('all', 'x');
    await lab.notify({ message: 'by hand' });
    await lab.settled(channel, 2);
    const { body } = await lab.client.get<{ data: readonly { payload: object }[] }>(
      `${lab.path}/event-log?name=core-notifications.delivery.failed`,
    );
    expect(body.data).toMatchObject([
      {
        payload: {
          channelId: channel,
          channelName: 'Webhook',
          state: 'failed',
          reason: 'The receiver answered 410: gone',
        },
      },
    ]);
  });
});

describe('a receiver that does not respond', () => {
  it('delays no other workspace: with 1,000 notifications waiting for it, another delivery arrives at once', async () => {
    const { lab, url, path } = await bench();
    let open = 0;
    let mostOpen = 0;
    behave({
      [path]: (reply) => {
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        reply.on('close', () => (open -= 1));
      },
    });
    const dead = await lab.addWebhook(url);
    await lab.tell('all', 'x', { times: 1_000 });
    await receiver.until(1, path);
    const other = await bench();
    const channel = await other.lab.addWebhook(other.url);
    await other.lab.tell('all', 'y');
    await receiver.until(1, other.path);
    // The dead receiver would get its last one after ten minutes: eight at a time, 5 s each.
    expect(receiver.at(path).length).toBeLessThan(500);
    expect(await other.lab.settled(channel, 1)).toMatchObject([{ state: 'delivered' }]);
    expect(await lab.bell()).toHaveLength(200);
    // Where eight give up, the next eight may come before the receiver has noticed.
    expect(mostOpen).toBeLessThanOrEqual(16);
    await server.as(lab.workspace.owner).delete(`${lab.path}/notification-channels/${dead}`);
  });
});
