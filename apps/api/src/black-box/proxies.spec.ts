import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, selfSignedCertificate, until } from '@cubit/testing';
import { startProgram, type Program } from '@cubit/testing/shipped';

const ACCOUNT = { email: 'owner@example.org', name: 'Owner', password: 'a long enough horse battery' };
const CLIENT = '127.0.0.9';

/**
 * HAProxy is not an npm package. `behind-proxies.spec.ts` of @cubit/http asserts the same behind a proxy that this
 * repository contains.
 */
const installed = spawnSync('haproxy', ['-v']).status === 0;

function configuration(
  port: number,
  { folder, address }: { readonly folder: string; readonly address: string },
): string {
  const lines = [
    'defaults',
    'mode http',
    'timeout connect 5s',
    'timeout client 30s',
    'timeout server 30s',
    'frontend tls',
    `bind 127.0.0.1:${port} ssl crt ${folder}/server.pem`,
    'option forwardfor',
    'http-request set-header X-Forwarded-Proto https',
    'default_backend cubit',
    'backend cubit',
    `server cubit ${new URL(address.replace('localhost', '127.0.0.1')).host}`,
  ];
  return `${lines.join('\n')}\n`;
}

const certificate = selfSignedCertificate();
let folder: string;
let program: Program;
let proxy: ChildProcess | undefined;
let port: number;

/** A request over TLS from the address `CLIENT`. */
function send(path: string, { body, headers = {} }: { readonly body?: object; readonly headers?: object }) {
  const options = {
    host: '127.0.0.1',
    port,
    path,
    localAddress: CLIENT,
    agent: false,
    ca: certificate.cert,
    method: body ? 'POST' : 'GET',
    headers: { host: 'cubit.test', ...(body && { 'content-type': 'application/json' }), ...headers },
    checkServerIdentity: () => undefined,
  };
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; json: Record<string, never> }>(
    (resolve, reject) => {
      const req = request(options, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, json: JSON.parse(text) }));
      });
      req.on('error', reject).end(body && JSON.stringify(body));
    },
  );
}

if (!installed)
  it('is tested only behind the proxy of the repository: haproxy is not installed', () => {
    expect(installed).toBe(false);
  });
else
  describe('the program behind HAProxy with TLS and TRUST_PROXY=1', () => {
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'cubit-haproxy-'));
      program = await startProgram({ environment: { TRUST_PROXY: '1' } });
      port = await freePort();
      await writeFile(join(folder, 'server.pem'), `${certificate.key}${certificate.cert}`);
      await writeFile(join(folder, 'haproxy.cfg'), configuration(port, { folder, address: program.address }));
      proxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
      await until('HAProxy has started', async () => (await send('/healthz', {})).status === 200);
    });
    afterAll(async () => {
      if (proxy?.kill() === true) await once(proxy, 'close');
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('sets Secure cookies with protected names', async () => {
      const { status, headers } = await send('/api/v1/me/registration', { body: ACCOUNT });

      expect(status).toBe(201);
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(/^__Host-cubit_session=.*; Path=\/; .*; Secure$/),
        expect.stringMatching(/^__Secure-cubit_refresh=.*; Secure$/),
        expect.stringMatching(/^__Secure-cubit_device=.*; Secure$/),
      ]);
    });

    it('audits the address of the client, whatever the client claims', async () => {
      const { email, password } = ACCOUNT;
      const signedIn = await send('/api/v1/me/session', {
        body: { email, password },
        headers: { 'x-forwarded-for': '203.0.113.7' },
      });
      const headers = { authorization: `Bearer ${String(signedIn.json['token'])}` };
      await send('/api/v1/me/orgs', { body: { slug: 'shop', name: 'Shop' }, headers });
      const { json } = await send('/api/v1/orgs/shop/audit-log', { headers });
      const rows = json['data'] as unknown as readonly { readonly address: string }[];

      expect(rows.map(({ address }) => address)).toEqual(expect.arrayContaining([CLIENT]));
      expect(new Set(rows.map(({ address }) => address))).toEqual(new Set([CLIENT]));
    });

    it('accepts a change by cookie from its own https origin, and refuses one from the http origin of the same host', async () => {
      const { email, password } = ACCOUNT;
      const { headers } = await send('/api/v1/me/session', { body: { email, password } });
      const cookie = headers['set-cookie']?.map((line) => line.split(';', 1)[0]).join('; ') ?? '';
      const change = (origin: string, slug: string) =>
        send('/api/v1/me/orgs', { body: { slug, name: 'By cookie' }, headers: { cookie, origin } });

      expect((await change('https://cubit.test', 'https-origin')).status).toBe(201);
      expect((await change('http://cubit.test', 'http-origin')).status).toBe(403);
    });
  });
