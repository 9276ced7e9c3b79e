import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import {
  createTestServer,
  shop,
  type TestClient,
  type TestServer,
  type TestUser,
  type TestWorkspace,
  until,
} from '@cubit/testing';

/** Ten times what is promised: a machine that is busy with other work may be late, but not by this much. */
const ELSEWHERE_MS = 10_000;

let servers: readonly [TestServer, TestServer];
let addresses: readonly [string, string];
beforeAll(async () => {
  const first = await createTestServer({ modules: [shop] });
  const second = await createTestServer({ modules: [shop], sharedDatabase: first });
  servers = [first, second];
  addresses = [await first.listen(), await second.listen()];
});
afterAll(async () => {
  await servers[1].close();
  await servers[0].close();
});

interface Stream {
  readonly status: number;
  readonly call: ClientRequest;
  /** When each chunk arrived. */
  readonly arrivals: number[];
  text(): string;
  readonly ended: Promise<number>;
}

async function open(address: string, path: string, token: string): Promise<Stream> {
  const call = request(`${address}${path}/event-stream`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  call.on('error', () => {});
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const arrivals: number[] = [];
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    arrivals.push(performance.now());
    text += piece;
  });
  response.on('error', () => {});
  const ended = new Promise<number>((resolve) => response.on('close', () => resolve(performance.now())));
  return { status: response.statusCode ?? 0, call, arrivals, text: () => text, ended };
}

interface FastWriter {
  /** The requests since the last call: resolves with the ids of their records, or null for each refused one. */
  requested(): Promise<readonly (string | null)[]>;
  stop(): Promise<void>;
}

/** Writes continuously with four requests in flight, until it is stopped. */
function writeFast(client: TestClient, path: string): FastWriter {
  let going = true;
  let written = 0;
  let requests: Promise<string | null>[] = [];
  const write = async () => {
    while (going) {
      const fields = { name: `Fast ${++written}` };
      const reply = client.post<{ id?: string }>(`${path}/modules/shop/records/shelf`, { fields });
      requests.push(reply.then(({ body }) => body.id ?? null));
      await reply;
    }
  };
  const writers = [write(), write(), write(), write()];
  return {
    requested() {
      const made = requests;
      requests = [];
      return Promise.all(made);
    },
    async stop() {
      going = false;
      await Promise.all(writers);
    },
  };
}

interface Following {
  readonly workspace: TestWorkspace;
  readonly user: TestUser;
  /** The credential of the streams. */
  readonly token: string;
}

async function member(): Promise<Following> {
  const workspace = await servers[0].workspace();
  const user = await workspace.member();
  return { workspace, user, token: user.token };
}

async function tokenOf(user: TestUser): Promise<{ readonly id: string; readonly token: string }> {
  const made = await servers[0]
    .as(user)
    .post<{ id: string; token: string }>('/api/v1/me/api-tokens', { name: 'Stream' });
  return made.body;
}

type Case = () => Promise<Following & { readonly revoke: () => Promise<{ readonly status: number }> }>;

const CASES: readonly (readonly [string, Case])[] = [
  [
    'an API token is revoked',
    async () => {
      const following = await member();
      const { id, token } = await tokenOf(following.user);
      return { ...following, token, revoke: () => servers[0].as(following.user).delete(`/api/v1/me/api-tokens/${id}`) };
    },
  ],
  [
    'a session is signed out',
    async () => {
      const following = await member();
      return { ...following, revoke: () => servers[0].as(following.token).delete('/api/v1/me/session') };
    },
  ],
  [
    'the password is changed in another session',
    async () => {
      const following = await member();
      const { email, password } = following.user;
      const { body } = await servers[0].anonymous.post<{ token: string }>('/api/v1/me/session', { email, password });
      const change = { password: 'a better horse battery', current_password: password };
      return { ...following, revoke: () => servers[0].as(body.token).patch('/api/v1/me', change) };
    },
  ],
  [
    'the member is removed',
    async () => {
      const following = await member();
      const { owner, path } = following.workspace;
      return { ...following, revoke: () => servers[0].as(owner).delete(`${path}/members/${following.user.id}`) };
    },
  ],
  [
    'the workspace is deleted',
    async () => {
      const following = await member();
      const { owner, path, slug } = following.workspace;
      const revoke = () => servers[0].as(owner).request({ method: 'DELETE', path, body: { confirm: slug } });
      return { ...following, revoke };
    },
  ],
];

describe.each(CASES)('when %s', (_, prepare) => {
  it('nothing is delivered after the acknowledgement, or on another process after a second, despite a fast writer', async () => {
    const { workspace, token, revoke } = await prepare();
    const [own, other] = await Promise.all(addresses.map((address) => open(address, workspace.path, token)));
    const writer = writeFast(servers[0].as(workspace.owner), workspace.path);
    await until('both streams deliver', () => own!.arrivals.length >= 20 && other!.arrivals.length >= 20);

    const { status } = await revoke();
    const acknowledgedAt = performance.now();
    const before = writer.requested();
    const [, otherEndedAt] = await Promise.all([own!.ended, other!.ended]);
    const after = await until('requests follow the acknowledgement', async () => {
      const ids = await writer.requested();
      return ids.length > 0 && ids;
    });
    await writer.stop();

    const isDelivered = (id: string | null) => id !== null && own!.text().includes(id);
    expect(status).toBeLessThan(300);
    expect((await before).some(isDelivered)).toBe(true);
    expect(after.filter(isDelivered)).toEqual([]);
    expect(otherEndedAt - acknowledgedAt).toBeLessThan(ELSEWHERE_MS);
  });
});

describe('an event stream', () => {
  it("stays open when another user's credential is revoked", async () => {
    const [kept, revoked] = [await member(), await member()];
    const stream = await open(addresses[0], kept.workspace.path, kept.token);
    await servers[0].as(revoked.token).delete('/api/v1/me/session');
    await servers[0].as(kept.workspace.owner).post(`${kept.workspace.path}/modules/shop/records/shelf`, {
      fields: { name: 'Still here' },
    });
    await until('it delivers the event', () => stream.text().includes('shop.shelf.created'));
    stream.call.destroy();
  });

  it('is refused above 50 of the same credential, and accepted again when one has ended', async () => {
    const { workspace, user, token } = await member();
    const streams = await Promise.all(Array.from({ length: 50 }, () => open(addresses[0], workspace.path, token)));
    const refused = await servers[0].as(token).get(`${workspace.path}/event-stream`);
    expect(streams.map(({ status }) => status)).toEqual(Array<number>(50).fill(200));
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    const ofAnother = await open(addresses[0], workspace.path, (await tokenOf(user)).token);
    expect(ofAnother.status).toBe(200);
    for (const { call } of [streams[0]!, ofAnother]) call.destroy();
    const again = await until('a stream has ended', async () => {
      const tried = await open(addresses[0], workspace.path, token);
      if (tried.status === 200) return tried;
      tried.call.destroy();
      return null;
    });
    for (const { call } of [...streams, again]) call.destroy();
  });

  it('is refused above 500 of the same workspace', async () => {
    const { workspace, user } = await member();
    const tokens = await Promise.all(Array.from({ length: 11 }, () => tokenOf(user)));
    const streams = await Promise.all(
      tokens
        .slice(0, 10)
        .flatMap(({ token }) => Array.from({ length: 50 }, () => open(addresses[0], workspace.path, token))),
    );
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    const refused = await servers[0].as(tokens[10]!.token).get(`${workspace.path}/event-stream`);
    expect(refused.status).toBe(429);
    for (const { call } of streams) call.destroy();
  });

  it('is not counted for a HEAD request', async () => {
    const { workspace, token } = await member();
    for (let count = 0; count < 60; count += 1) {
      const { status } = await servers[0].as(token).request({ method: 'HEAD', path: `${workspace.path}/event-stream` });
      expect(status).toBe(200);
    }
  });
});
