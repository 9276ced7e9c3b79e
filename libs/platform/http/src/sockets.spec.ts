import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { defineModule, defineModuleRoute } from '@cubit/core';
import { createTestServer, outsideData, until } from '@cubit/testing';

const done = { 200: { description: 'Done.' } };
const Anything = Type.Object({ value: Type.Unknown() });
let aborted = 0;
const echo = defineModuleRoute({
  operationId: 'echoProbe',
  method: 'POST',
  path: '/echo',
  summary: 'Echo',
  body: { schema: Anything },
  responses: done,
  handler: (_context, { body }) => Promise.resolve({ status: 200, body }),
});
const upload = defineModuleRoute({
  operationId: 'uploadProbe',
  method: 'POST',
  path: '/upload',
  summary: 'Count bytes',
  streaming: true,
  body: { schema: Type.Unknown(), raw: true, mediaTypes: ['*/*'], maxBytes: 100_000 },
  responses: done,
  handler: async (_context, { body }) => {
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) bytes += chunk.length;
    return { status: 200, body: { bytes } };
  },
});
const ticks = defineModuleRoute({
  operationId: 'tickProbe',
  method: 'GET',
  path: '/ticks',
  summary: 'Events',
  streaming: true,
  responses: done,
  handler: (_context, { signal }) =>
    Promise.resolve({ status: 200, mediaType: 'text/event-stream', stream: tick(signal) }),
});
const long = defineModuleRoute({
  operationId: 'longProbe',
  method: 'GET',
  path: '/long',
  summary: 'A long answer',
  responses: done,
  handler: () => Promise.resolve({ status: 200, body: { text: 'x'.repeat(100_000) } }),
});
const short = defineModuleRoute({
  ...long,
  operationId: 'shortProbe',
  path: '/short',
  handler: () => Promise.resolve({ status: 200, body: {} }),
});
const probe = defineModule({
  name: 'probe',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Probe',
  description: 'Routes for specs.',
  routes: [echo, upload, ticks, long, short],
});

async function* tick(signal: AbortSignal): AsyncGenerator<string> {
  yield ': hello\n\n';
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  aborted += 1;
}

const server = await createTestServer({ modules: [probe] });
/** For requests that never end. Its limits would also end a large request on a busy machine. */
const impatient = await createTestServer({
  modules: [probe],
  sharedDatabase: server,
  http: { headersTimeoutMs: 300, requestTimeoutMs: 500 },
});
afterAll(async () => {
  await impatient.close();
  await server.close();
});
const here = await server.workspace();
const url = await server.listen();
const { port } = new URL(url);
const { port: impatientPort } = new URL(await impatient.listen());
const base = `${here.path}/modules/probe`;
const authorization = `Bearer ${here.owner.token}`;

/** Sends bytes unchanged and reads until the server closes, or the expected text has arrived. */
function exchange(bytes: string | Buffer, expected = /\}$/, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(to), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (expected.test(text)) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

const head = (path: string, fields: readonly string[] = [], method = 'POST') =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: ${authorization}`, ...fields, '', ''].join('\r\n');
const errorOf = (text: string) => {
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { error: { code: string } };
  expect(text).toMatch(/x-request-id: \S+/i);
  return `${status} ${body.error.code}`;
};

describe('a request that Node itself refuses', () => {
  it.each([
    ['a request line that is none', 'NONSENSE\r\n\r\n', '400 invalid_request'],
    ['a method that is none', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', '400 invalid_request'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', '400 invalid_request'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', '400 invalid_request'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', '400 invalid_request'],
    ['one host twice', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHOST: x\r\n\r\n', '400 invalid_request'],
    ['a request line without a version', 'GET /healthz\r\n\r\n', '400 invalid_request'],
    [
      'a transfer coding beside chunked',
      'POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      '400 invalid_request',
    ],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', '400 invalid_request'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '400 invalid_request',
    ],
    ['too large a header', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '431 headers_too_large'],
    ['a path that is none', 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n', '400 invalid_request'],
    ['an expectation', 'GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', '404 not_found'],
    ['an asterisk', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n', '404 not_found'],
    ['a method without routes', 'PROPFIND /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', '405 method_not_allowed'],
  ])('is answered in the format of every error: %s', async (_name, bytes, error) => {
    expect(errorOf(await exchange(bytes))).toBe(error);
  });

  it('is answered in the format of every error: a header that never ends', async () => {
    const text = await exchange('GET / HTTP/1.1\r\nHost: x\r\n', undefined, impatientPort);

    expect(errorOf(text)).toBe('408 request_timeout');
  });
});

const json = 'Content-Type: application/json';
const bytesType = 'Content-Type: application/octet-stream';

describe('a body', () => {
  it('is refused by its announced length, before it is sent', async () => {
    expect(errorOf(await exchange(head(`${base}/echo`, [json, 'Content-Length: 99999999'])))).toBe(
      '413 payload_too_large',
    );
  });

  it('is refused when it grows too large, whatever length was announced', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;

    expect(errorOf(await exchange(head(`${base}/echo`, [json, 'Transfer-Encoding: chunked']) + chunk.repeat(17)))).toBe(
      '413 payload_too_large',
    );
  });

  it('that does not arrive times out', async () => {
    const text = await exchange(`${head(`${base}/echo`, [json, 'Content-Length: 9'])}{`, undefined, impatientPort);

    expect(errorOf(text)).toBe('408 request_timeout');
  });

  it('that is not UTF-8 is not JSON', async () => {
    const bytes = Buffer.concat([
      Buffer.from(head(`${base}/echo`, [json, 'Content-Length: 13'])),
      Buffer.from('{"value":"'),
      Buffer.of(0xff),
      Buffer.from('"}'),
    ]);

    expect(errorOf(await exchange(bytes))).toBe('400 invalid_json');
  });

  it('of an upload is streamed, up to its limit', async () => {
    const send = async (bytes: number) => {
      const reply = await fetch(`${url}${base}/upload`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: Buffer.alloc(bytes),
      });
      return { status: reply.status, body: (await reply.json()) as unknown };
    };

    expect(await send(90_000)).toEqual({ status: 200, body: { bytes: 90_000 } });
    expect((await send(200_000)).status).toBe(413);
  });

  it('leaves the connection usable after it was refused', async () => {
    const refused = `${head(`${base}/echo`, ['Content-Type: text/plain', 'Content-Length: 2'])}{}`;
    const text = await exchange(refused + head(`${base}/short`, [], 'GET'), /\{\}$/);

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
  });
});

describe('an answer before the end of the body', () => {
  const BYTES = 8 * 1024 * 1024;
  const body = Buffer.alloc(BYTES, 'x');
  const lengthOf = (bytes: number) => `Content-Length: ${bytes}`;

  /**
   * Like clients that send everything before they read, and close after one request. Returns what they read, unless
   * the connection was reset.
   */
  function sendAll(start: string, content: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const received: Buffer[] = [];
      const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }, () => {
        socket.pause();
        socket.write(start);
        socket.write(content, () => {
          // When another request has been answered, a server that closes at once has done so.
          exchange(head(`${base}/short`, [], 'GET')).then(() => socket.resume(), reject);
        });
      });
      socket.on('data', (chunk: Buffer) => received.push(chunk));
      socket.on('end', () => socket.end());
      socket.on('close', () => resolve(Buffer.concat(received).toString()));
      socket.on('error', reject);
    });
  }

  it.each([
    ['413', head(`${base}/echo`, [json, lengthOf(BYTES), 'Connection: close']), '413 payload_too_large'],
    [
      '413 of an upload',
      head(`${base}/upload`, [bytesType, lengthOf(BYTES), 'Connection: close']),
      '413 payload_too_large',
    ],
    [
      '415',
      head(`${base}/echo`, ['Content-Type: text/plain', lengthOf(BYTES), 'Connection: close']),
      '415 unsupported_media_type',
    ],
    [
      '401',
      `POST ${base}/echo HTTP/1.1\r\nHost: x\r\n${json}\r\n${lengthOf(BYTES)}\r\nConnection: close\r\n\r\n`,
      '401 unauthorized',
    ],
    ['401 by HTTP/1.0', `POST ${base}/echo HTTP/1.0\r\n${json}\r\n${lengthOf(BYTES)}\r\n\r\n`, '401 unauthorized'],
  ])('reaches a client that sends the whole body and asks to close the connection: %s', async (_name, start, error) => {
    expect(errorOf(await sendAll(start, body))).toBe(error);
  });

  it('does not wait forever for a body that does not arrive', async () => {
    const start = head(`${base}/echo`, ['Content-Type: text/plain', lengthOf(BYTES), 'Connection: close']);
    const text = await exchange(start, /(?!)/);

    // It has closed the connection, or `text` would not be there.
    expect(errorOf(text)).toBe('415 unsupported_media_type');
  });
});

describe('an answer', () => {
  const raw = (encoding: string) =>
    exchange(head(`${base}/long`, [`Accept-Encoding: ${encoding}`, 'Connection: close'], 'GET'), /(?!)/);

  it.each([
    ['gzip, br', 'gzip'],
    ['br;q=1, gzip;q=0.5', 'br'],
    ['br', 'br'],
    ['*', 'gzip'],
  ])('is encoded for %s with %s', async (accepted, encoding) => {
    const text = await raw(accepted);

    expect(text).toMatch(new RegExp(`content-encoding: ${encoding}`));
    expect(text).toMatch(/vary: accept-encoding/);
  });

  it.each(['identity', 'gzip;q=0', 'zstd'])('is not encoded for %s, and has a Vary header', async (accepted) => {
    const text = await raw(accepted);

    expect(text).not.toMatch(/content-encoding/);
    expect(text).toMatch(/vary: accept-encoding/);
  });

  it('is the same after decoding', async () => {
    for (const encoding of ['gzip', 'br'] as const) {
      const inject = await server.as(here.owner).get(`${base}/long`);
      const reply = await fetch(`${url}${base}/long`, { headers: { authorization, 'accept-encoding': encoding } });
      expect(await reply.text()).toBe(inject.text);
    }
  });

  it('of few bytes is not encoded', async () => {
    expect(await exchange(head(`${base}/short`, ['Accept-Encoding: gzip'], 'GET'), /\{\}$/)).not.toMatch(
      /content-encoding|vary/,
    );
  });
});

describe('an event stream', () => {
  it('starts at once, is never encoded, and aborts its source when the client leaves', async () => {
    const before = aborted;
    const text = await exchange(head(`${base}/ticks`, ['Accept-Encoding: gzip'], 'GET'), /hello/);

    expect(text).toMatch(/content-type: text\/event-stream/);
    expect(text).toMatch(/cache-control: no-store/);
    expect(text).not.toMatch(/content-encoding/);
    await until('the source is aborted', () => aborted > before);
    expect(aborted).toBe(before + 1);
  });
});

/** The parsing corpus of the JSON test suite, read from a folder beside the checkout. */
const corpus = outsideData('shared/corpora/json-test-suite/test_parsing');
/** Named as in the suite: `y_` is JSON, `n_` is not, `i_` depends on the parser. */
const documents: readonly (readonly [name: string, content: Buffer])[] = [
  ['y_nested', Buffer.from('[{"a":[null,true,1.5e3]}]')],
  ['y_escapes', Buffer.from('"\\u00e9\\ud83d\\ude00\\n"')],
  ['n_trailing_comma', Buffer.from('[1,]')],
  ['n_single_quotes', Buffer.from("{'a':1}")],
  ['n_not_a_number', Buffer.from('[NaN]')],
  ['n_raw_control_character', Buffer.from('["\u0001"]')],
  ['n_incomplete_utf8', Buffer.of(0x22, 0xe2, 0x82, 0x22)],
  ['n_100000_opening_brackets', Buffer.from('['.repeat(100_000))],
  ['i_huge_exponent', Buffer.from('[1e9999]')],
  ...(corpus === null ? [] : readdirSync(corpus).map((name) => [name, readFileSync(join(corpus, name))] as const)),
];
const STATUSES: Readonly<Record<string, readonly number[]>> = { n: [400, 422], y: [200, 422], i: [200, 400, 422] };

describe('valid and invalid JSON', () => {
  it('is answered in the format of every error, and never with a 5xx', async () => {
    for (const [name, content] of documents) {
      const isJson = name.startsWith('y_');
      const body = isJson ? Buffer.concat([Buffer.from('{"value":'), content, Buffer.from('}')]) : content;
      const headers = { authorization, 'content-type': 'application/json' };
      const reply = await fetch(`${url}${base}/echo`, { method: 'POST', headers, body });
      const answered = (await reply.json()) as { error?: { code: string } };
      const outcome = { name, status: reply.status, shaped: reply.ok || answered.error?.code !== undefined };

      expect(outcome).toEqual({
        name,
        status: STATUSES[name[0] ?? '']?.find((one) => one === reply.status),
        shaped: true,
      });
    }
  });
});
