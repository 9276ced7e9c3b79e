import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestUser } from '@cubit/testing';

const PATH = '/api/v1/me/session';
let server: TestServer;
beforeAll(async () => {
  // These specs do not test the rate limits of requests.
  const rateLimits = { signIn: 1_000_000, anonymous: 1_000_000, credential: 1_000_000 };
  server = await createTestServer({ http: { rateLimit: 'on', rateLimits, trustProxy: '127.0.0.1' } });
});
afterAll(() => server.close());

interface Offer {
  readonly email: string;
  readonly password?: string;
  readonly from: string;
  readonly device?: string;
}

const offer = ({ email, password = 'a wrong password', from, device }: Offer) =>
  server.anonymous.post(
    PATH,
    { email, password },
    {
      headers: { 'x-forwarded-for': from, ...(device === undefined ? {} : { cookie: device }) },
    },
  );
const statuses = async (count: number, given: Offer) => {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) found.push((await offer(given)).status);
  return found;
};
const times = (count: number, status: number) => Array<number>(count).fill(status);

async function deviceOf({ email, password }: TestUser, from: string): Promise<string> {
  const { headers } = await offer({ email, password, from });
  const cookies = [headers['set-cookie']].flat() as string[];
  return cookies.find((cookie) => cookie.startsWith('cubit_device='))?.split(';')[0] ?? '';
}

let lastNetwork = 0;
/** A network that has not been used before. */
function network(): string {
  lastNetwork += 1;
  return `10.${lastNetwork >> 8}.${lastNetwork & 255}.1`;
}

/** Sends wrong passwords from so many networks that an unknown device has only its own share left. */
async function attack(email: string): Promise<void> {
  for (let count = 0; count < 9; count += 1) await statuses(10, { email, from: network() });
}

describe('wrong passwords', () => {
  it('are refused after ten from one network, also with the right one, and nowhere else', async () => {
    const user = await server.register();
    const from = network();
    expect(await statuses(12, { email: user.email, from })).toEqual([...times(10, 401), 429, 429]);
    const locked = await offer({ ...user, from });
    expect(locked).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    expect((await offer({ ...user, from: network() })).status).toBe(201);
  });

  it('are counted and answered for an unknown address exactly as for a known one', async () => {
    const { email } = await server.register();
    const from = network();
    const known = [];
    const unknown = [];
    for (let turn = 0; turn < 12; turn += 1) {
      known.push(await offer({ email, from }));
      unknown.push(await offer({ email: 'nobody@example.org', from }));
    }
    expect(unknown.map(({ status, text }) => ({ status, text }))).toEqual(
      known.map(({ status, text }) => ({ status, text })),
    );
  });

  it('are counted per IPv6 network', async () => {
    const { email } = await server.register();
    const found = [];
    for (let turn = 0; turn < 11; turn += 1) found.push((await offer({ email, from: `2001:db8::${turn + 1}` })).status);
    expect(found).toEqual([...times(10, 401), 429]);
  });

  it('are limited to ten when concurrent', async () => {
    const { email } = await server.register();
    const from = network();
    const replies = await Promise.all(Array.from({ length: 30 }, () => offer({ email, from })));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('are limited to 60 an hour from all networks together, plus three for each', async () => {
    const { email } = await server.register();
    const compared: number[] = [];
    for (let count = 0; count < 12; count += 1)
      compared.push((await statuses(10, { email, from: network() })).filter((status) => status === 401).length);
    expect(compared.reduce((sum, count) => sum + count)).toBe(60 + 12 * 3);
    expect(compared.at(-1)).toBe(3);
  });

  it('do not lock out the owner, neither on a known device nor on a new one', async () => {
    const user = await server.register();
    const device = await deviceOf(user, network());
    await attack(user.email);
    for (let count = 0; count < 20; count += 1)
      expect((await offer({ ...user, from: network(), device })).status).toBe(201);
    const from = network();
    expect(await statuses(2, { email: user.email, from })).toEqual([401, 401]);
    expect((await offer({ ...user, from })).status).toBe(201);
  });

  it('of a known device are counted separately, ten within 15 minutes', async () => {
    const user = await server.register();
    const from = network();
    const device = await deviceOf(user, from);
    await statuses(11, { email: user.email, from });
    expect(await statuses(11, { email: user.email, from, device })).toEqual([...times(10, 401), 429]);
    expect((await offer({ ...user, from: network(), device })).status).toBe(429);
  });

  it('of a device that is known for another account count like those of an unknown one', async () => {
    const [user, other] = [await server.register(), await server.register()];
    const from = network();
    const device = await deviceOf(other, from);
    await statuses(10, { email: user.email, from });
    expect((await offer({ ...user, from, device })).status).toBe(429);
  });

  it('are cleared after a correct one', async () => {
    const user = await server.register();
    const from = network();
    await statuses(9, { email: user.email, from });
    expect((await offer({ ...user, from })).status).toBe(201);
    expect(await statuses(11, { email: user.email, from })).toEqual([...times(10, 401), 429]);
  });

  it('do not include correct passwords', async () => {
    const user = await server.register();
    for (let count = 0; count < 64; count += 1) expect((await offer({ ...user, from: '192.0.2.9' })).status).toBe(201);
  });
});

describe('`current_password`', () => {
  const change = (user: TestUser, current_password: string, from: string) =>
    server.as(user).patch(
      '/api/v1/me',
      { password: 'a better horse battery', current_password },
      {
        headers: { 'x-forwarded-for': from },
      },
    );

  it('shares its limit with the password at sign-in', async () => {
    const user = await server.register();
    const from = network();
    const found: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) found.push((await change(user, 'a wrong password', from)).status);
    expect(found).toEqual(times(6, 422));
    expect(await statuses(5, { email: user.email, from })).toEqual([...times(4, 401), 429]);
    expect((await change(user, user.password, from)).status).toBe(429);
    expect((await change(user, user.password, network())).status).toBe(200);
  });
});
