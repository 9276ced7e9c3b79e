import { TestClient, type TestReply } from './test-client.js';

/** A screen with the cookies that a browser would keep. */
export interface TestScreen {
  /** Sends its cookies, and no other credential. */
  readonly client: TestClient;
  /** The header `Cookie`. */
  readonly cookies: () => string;
}

export interface PairedDisplay extends TestScreen {
  readonly id: string;
  /** Below the workspace: `/api/v1/orgs/lab/displays/...` */
  readonly path: string;
}

interface PairOptions {
  readonly admin: TestClient;
  /** Of the workspace. */
  readonly path: string;
  readonly shows: object;
  readonly title?: string;
}

/** A browser without a person: it keeps the cookies of its answers. */
export function testScreen(anonymous: TestClient): TestScreen {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const client = new TestClient(async (request) => {
    const headers = { ...request.headers, ...(jar.size > 0 && { cookie: cookies() }) };
    const reply = await anonymous.request({ ...request, headers });
    for (const [name, value] of cookiesOf(reply)) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  });
  return { client, cookies };
}

/** Pairs a screen, as its browser and an administrator do. */
export async function pairDisplay(
  anonymous: TestClient,
  { admin, path, shows, title = 'Wall' }: PairOptions,
): Promise<PairedDisplay> {
  const screen = testScreen(anonymous);
  const { code } = (await screen.client.post<{ code: string }>('/api/v1/me/pairings')).body;
  const paired = await admin.post<{ id: string }>(`${path}/displays`, { code, title, shows });
  if (paired.status !== 201) throw new Error(`Pairing a screen failed with ${paired.status}: ${paired.text}`);
  const claim = await screen.client.post<{ state: string }>('/api/v1/me/pairings/claim');
  if (claim.body.state !== 'paired') throw new Error(`The screen was not paired: ${claim.text}`);
  const { id } = paired.body;
  return { ...screen, id, path: `${path}/displays/${id}` };
}

function cookiesOf({ headers }: TestReply<unknown>): readonly (readonly [name: string, value: string])[] {
  const lines = [headers['set-cookie'] ?? []].flat().map(String);
  return lines.map((line) => {
    const [pair = ''] = line.split(';');
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals), pair.slice(equals + 1)] as const;
  });
}
