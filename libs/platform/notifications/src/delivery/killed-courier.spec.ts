import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPlatform, createTestServer, ScriptProcess, type TestServer, until } from '@cubit/testing';
import { Bench, notifying } from '../../fixtures/bench.js';
import { Receiver } from '../../fixtures/receiver.js';

const COURIER = new URL('../../fixtures/courier.mjs', import.meta.url);
const NOTIFICATIONS = 100;
const KILLS = 3;
const POSTS_PER_LIFE = 15;
const ANSWER_MS = 30;

let server: TestServer;
let receiver: Receiver;
const couriers = new Set<ScriptProcess>();
beforeAll(async () => {
  buildPlatform('jobs', 'notifications');
  // eslint-disable-next-line no-restricted-syntax -- a slow receiver
  receiver = await Receiver.started((reply) => void setTimeout(() => reply.writeHead(204).end(), ANSWER_MS));
  // Creates the notifications; other processes deliver them.
  server = await createTestServer(notifying({ delivers: false }));
});
afterEach(async () => {
  for (const courier of couriers) await courier.end('SIGKILL');
  couriers.clear();
});
afterAll(async () => {
  await receiver.stop();
  await server.close();
});

/** With `held` it claims and never sends. */
async function courier(...options: readonly 'held'[]): Promise<ScriptProcess> {
  const started = await ScriptProcess.start(COURIER, [server.connection.connectionString ?? '', ...options]);
  couriers.add(started);
  return started;
}
async function bench(path: string) {
  const workspace = await server.workspace({ modules: [] });
  const lab = new Bench(workspace, (person) => server.as(person.token));
  const channel = await lab.addWebhook(`http://courier.example:${receiver.port}${path}`);
  return { lab, channel };
}
async function statesOf(channel: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await server.database.pool.query<{ state: string; count: number }>(
    'select state, count(*) as count from notification_delivery where channel_id = $1 group by 1',
    [channel],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe('a process that is killed while it delivers', () => {
  it('posts nothing twice: what it had claimed becomes unknown, and the history shows every delivery', async () => {
    const { lab, channel } = await bench('/counted');
    for (let made = 0; made < NOTIFICATIONS; made += 25)
      await Promise.all(Array.from({ length: 25 }, (_, index) => lab.notify({ message: `${made + index}` })));
    await until('all are raised', async () => (await statesOf(channel))['pending'] === NOTIFICATIONS);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const victim = await courier();
      await receiver.until(kill * POSTS_PER_LIFE, '/counted');
      await victim.end('SIGKILL');
    }
    await courier();
    const states = await until('all is over', async () => {
      const { pending = 0, sending = 0, ...over } = await statesOf(channel);
      return pending + sending === 0 ? over : undefined;
    });
    const posted = receiver.at('/counted').map(({ body }) => String(body['notification_id']));
    expect(new Set(posted).size).toBe(posted.length);
    const { delivered = 0, unknown = 0, ...others } = states;
    expect(others).toEqual({});
    expect(delivered + unknown).toBe(NOTIFICATIONS);
    expect(posted.length).toBeGreaterThanOrEqual(delivered);
    expect(unknown).toBeLessThanOrEqual(KILLS * 8);
    const bell = await lab.bell();
    expect(new Set(bell.map(({ id }) => id)).size).toBe(NOTIFICATIONS);
    const inHistory = new Set(bell.map(({ id }) => id));
    expect(posted.filter((id) => !inHistory.has(id))).toEqual([]);
  });

  it('between claiming and sending leaves the delivery unsent, and the history shows it', async () => {
    const { lab, channel } = await bench('/never');
    await lab.notify({ message: 'held' });
    const victim = await courier('held');
    await until('it is claimed', async () => (await statesOf(channel))['sending'] === 1);
    await victim.end('SIGKILL');
    await courier();
    const [delivery] = await lab.settled(channel, 1);
    expect(delivery).toMatchObject({
      state: 'unknown',
      status: null,
      error: expect.stringContaining('not sent again'),
    });
    await lab.notify({ message: 'next' });
    await receiver.until(1, '/never');
    expect(receiver.at('/never')).toMatchObject([{ body: { message: 'next' } }]);
    expect(await lab.bell()).toHaveLength(2);
  });
});
