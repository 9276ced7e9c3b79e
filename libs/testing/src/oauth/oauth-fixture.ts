import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate } from '../loopback/self-signed-certificate.js';
import { startShippedServer, type ShippedServer } from '../shipped/index.js';
import type { TestReply } from '../test-client.js';
import type { TestUser } from '../test-user.js';
import type { TestWorkspace } from '../test-workspace.js';

export const REDIRECT = 'http://127.0.0.1:33418/callback';

interface Page {
  readonly status?: number;
  readonly type?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The program, which trusts the certificate of an https server on loopback that has documents of clients. */
export interface OauthFixture {
  readonly server: ShippedServer;
  readonly origin: string;
  /** Address of a client's document. */
  readonly clientId: string;
  /** Puts a page on the server of documents; returns its address. */
  put(path: string, page: Page): string;
  /** A document at `path` that names itself. */
  putClient(path: string, members?: object): string;
  close(): Promise<void>;
}

export async function startOauth(): Promise<OauthFixture> {
  const certificate = selfSignedCertificate();
  const folder = await mkdtemp(join(tmpdir(), 'cubit-oauth-'));
  const trusted = join(folder, 'ca.pem');
  await writeFile(trusted, certificate.cert);
  const pages = new Map<string, Page>();
  const documents = createServer({ ...certificate }, (request, reply) => {
    const {
      status = 200,
      type = 'application/json',
      body = '',
      headers = {},
    } = pages.get(request.url ?? '') ?? {
      status: 404,
    };
    reply.writeHead(status, { 'content-type': type, ...headers });
    reply.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(documents, 'listening');
  const base = `https://127.0.0.1:${(documents.address() as AddressInfo).port}`;
  const put = (path: string, page: Page) => {
    pages.set(path, page);
    return `${base}${path}`;
  };
  const putClient = (path: string, members: object = {}) =>
    put(path, {
      body: { client_id: `${base}${path}`, client_name: 'Editor', redirect_uris: [REDIRECT], ...members },
    });
  const server = await startShippedServer({
    // Its public address is the one that it listens on, so that real clients find it.
    environment: { WEB: 'on', PUBLIC_URL: '', NODE_EXTRA_CA_CERTS: trusted, SERVICE_WEBHOOK_ALLOW_INTERNAL: '1' },
  });
  return {
    server,
    origin: new URL(server.address).origin,
    clientId: putClient('/client.json'),
    put,
    putClient,
    close: async () => {
      await server.close();
      documents.closeAllConnections();
      documents.close();
      await rm(folder, { recursive: true });
    },
  };
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A person in a browser: requests with the session cookie and the origin of the page. */
export async function signIn({ server, origin }: OauthFixture, { email, password }: TestUser) {
  const { headers } = await server.anonymous.post('/api/v1/me/session', { email, password }, { headers: { origin } });
  const cookie = [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
  return <Body>(path: string, body?: unknown, own = origin): Promise<TestReply<Body>> =>
    server.anonymous.post<Body>(path, body, { headers: { cookie, origin: own } });
}

export type Browser = Awaited<ReturnType<typeof signIn>>;

/** Lets agents into a workspace. */
export async function openWorkspace({ server }: OauthFixture, { owner, path }: TestWorkspace): Promise<void> {
  const settings = { tools: ['read', 'inventory:*'] };
  const { status, text } = await server.as(owner).patch(`${path}/modules/agents`, { enabled: true, settings });
  if (status !== 200) throw new Error(text);
}
