import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERROR_CATALOGUE, type RouteDefinition } from '@cubit/core/host';
import {
  createShippedServer,
  type TestClient,
  type TestReply,
  type SweptServer,
  type TestWorkspace,
} from '@cubit/testing';
import { PRODUCT } from './product.js';

const UNKNOWN_ID = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Text that would reveal details of the server. */
const INSIDE = /node_modules|\.[jt]s:\d|\bat \w+ \(|select .* from|\bpg_|relation "|syntax error at/i;

let server: SweptServer;
let workspace: TestWorkspace;
let owner: TestClient;

beforeAll(async () => {
  // With the web app, unknown paths outside of the API are pages of it.
  server = await createShippedServer({ ...PRODUCT, environment: { ...PRODUCT.environment, WEB: 'off' } });
  workspace = await server.workspace();
  owner = server.as(await server.mintToken(workspace.owner));
});
afterAll(async () => {
  await server.close();
  // No request of any spec in this file may be answered with a 5xx.
  expect(server.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});

const codeOf = ({ status, body }: TestReply<unknown>) =>
  `${status} ${(body as { error?: { code: string } } | undefined)?.error?.code ?? ''}`;
const pathOf = ({ path }: RouteDefinition) =>
  path.replace('{workspace}', workspace.slug).replaceAll(/\{\w+\}/g, UNKNOWN_ID);

/** Faults in the format of an error answer, with the title of the request. */
function formFaults(title: string, { status, body, headers, text }: TestReply<unknown>): readonly string[] {
  const { error, ...others } = (body ?? {}) as { readonly error?: Readonly<Record<string, unknown>> };
  const known = ERROR_CATALOGUE[error?.['code'] as keyof typeof ERROR_CATALOGUE] as { status: number } | undefined;
  const { code, message, details, ...rest } = error ?? {};
  const isListed = details === undefined || (Array.isArray(details) && details.every(isDetail));
  const isFine =
    typeof code === 'string' &&
    typeof message === 'string' &&
    message !== '' &&
    isListed &&
    Object.keys({ ...others, ...rest }).length === 0 &&
    (known === undefined || known.status === status) &&
    String(headers['content-type']).startsWith('application/json') &&
    headers['x-request-id'] !== undefined &&
    !INSIDE.test(text);
  return isFine ? [] : [`${title}: ${status} ${text}`];
}

function isDetail(detail: Readonly<Record<string, unknown>>): boolean {
  const { path, code, message, ...rest } = detail;
  const isPointer = typeof path === 'string' && /^(|(\/.*)+|query:.*|header:.*)$/s.test(path);
  return isPointer && typeof code === 'string' && typeof message === 'string' && Object.keys(rest).length === 0;
}

/** Errors of other standards: JSON-RPC 2.0, section 5.1, which MCP uses, and RFC 6749, section 5.2. */
const OTHER_FORMATS: Readonly<Record<string, RegExp>> = {
  callAgentTools: /^\{"jsonrpc":"2\.0","error":\{"code":-\d+,"message":"[^"]+"\},"id":null\}$/,
  createOauthToken: /^\{"error":"[a-z_]+","error_description":"[^"]+"\}$/,
  revokeOauthToken: /^\{"error":"[a-z_]+","error_description":"[^"]+"\}$/,
};

describe('errors (7.1)', () => {
  it('have the format { error: { code, message } } on every route, for every fault, but where a standard sets another', async () => {
    const faults: string[] = [];
    const routes = server.kernel.routes.filter(({ hidden }) => hidden !== true);
    for (const route of routes) {
      const path = pathOf(route);
      const send = (request: object, client = owner) => client.request({ method: route.method, path, ...request });
      const wrong: readonly (readonly [string, TestReply<unknown>])[] = [
        ['an unknown parameter', await send({ path: `${path}?no_such_parameter=1` })],
        ['no credential', await send({ body: {} }, server.anonymous)],
        ...(route.body
          ? ([
              ['no body', await send({})],
              ['half a body', await send({ body: '{"' })],
              ['a list', await send({ body: [] })],
              ['an unknown member', await send({ body: { no_such_member: 1 } })],
              ['text', await send({ body: 'x', headers: { 'content-type': 'text/nothing' } })],
            ] as const)
          : []),
      ];
      for (const [title, reply] of wrong) {
        if (reply.status >= 500) faults.push(`${route.operationId}, ${title}: ${reply.text}`);
        const isOther = OTHER_FORMATS[route.operationId]?.test(reply.text) === true;
        if (reply.status >= 400 && !isOther) faults.push(...formFaults(`${route.operationId}, ${title}`, reply));
      }
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it.each([
    ['an unknown route', '/api/v1/nothing', '404 not_found'],
    ['an unknown route outside of the API', '/nothing', '404 not_found'],
    ['the root', '/', '404 not_found'],
    ['another version of the API', '/api/v2/me', '404 not_found'],
    ['a trailing slash', '/api/v1/me/', '404 not_found'],
    ['a path in another case', '/API/v1/me', '404 not_found'],
    ['a bad escape', '/api/v1/orgs/%zz', '400 invalid_request'],
    ['half an escape', '/api/v1/orgs/%', '400 invalid_request'],
    ['an escape that is not UTF-8', '/api/v1/orgs/%c3%28', '400 invalid_request'],
    ['NUL in a path', '/api/v1/orgs/%00', '404 not_found'],
    ['a slash in a slug', '/api/v1/orgs/a%2Fb', '404 not_found'],
    ['dots in a slug', '/api/v1/orgs/..%2F..%2Fme', '404 not_found'],
    ['an emoji in a slug', '/api/v1/orgs/%F0%9F%98%80', '404 not_found'],
    ['a very long slug', `/api/v1/orgs/${'x'.repeat(3_000)}`, '414 uri_too_long'],
    ['an id that is none', '/api/v1/orgs/WORKSPACE/members/7', '405 method_not_allowed'],
  ])('have it for %s', async (title, path, expected) => {
    const reply = await owner.get(path.replace('WORKSPACE', workspace.slug));

    expect(codeOf(reply)).toBe(expected);
    expect(formFaults(title, reply)).toEqual([]);
  });

  it('have it for HTTP that Node itself cannot parse', async () => {
    const { hostname, port } = new URL(await server.listen());
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(port), hostname, () => socket.write(text));
        socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
        socket.on('close', () => resolve(answer)).on('error', reject);
      });
    const host = `Host: ${hostname}\r\nConnection: close\r\n`;
    const requests = [
      'nonsense\r\n\r\n',
      `GET /api/v1/me HTTP/1.1\r\n${host}Bad Header: x\r\n\r\n`,
      `GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n`,
      `GET /api/v1/me HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
      `POST /api/v1/me/session HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `GET /api/v1/${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
      `GET /a\x00b HTTP/1.1\r\n${host}\r\n`,
    ];

    for (const request of requests) {
      const answer = await raw(request);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(JSON.parse(body)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }
  });
});

describe('the HTTP status (7.2)', () => {
  it('is 401 for a bad token, 404 for a missing record', async () => {
    const [kind] = server.kernel.registry.kinds.values();

    expect(codeOf(await server.as('cbt_x').get('/api/v1/me'))).toBe('401 unauthorized');
    expect(
      codeOf(await owner.get(`${workspace.path}/modules/${kind?.module}/records/${kind?.local}/${UNKNOWN_ID}`)),
    ).toBe('404 not_found');
    expect(codeOf(await owner.get(`${workspace.path}/modules/${kind?.module}/records/${kind?.local}/no-id`))).toBe(
      '404 not_found',
    );
  });

  it.each(METHODS)('is 404 for any id at the instance-level receiver: %s', async (method) => {
    for (const id of ['github', 'x', '%20', UNKNOWN_ID])
      expect(codeOf(await server.anonymous.request({ method, path: `/api/v1/hooks/${id}` }))).toBe('404 not_found');
  });

  it('is 405 for a method that a path does not support, with the allowed methods in Allow', async () => {
    const faults: string[] = [];
    const paths = Map.groupBy(server.kernel.routes, pathOf);
    for (const [path, routes] of paths) {
      // Another template may match the same path: `/batch` also matches `/{id}`.
      const own = new Set<string>(routes.map(({ method }) => method));
      for (const method of METHODS.filter((candidate) => !own.has(candidate))) {
        const reply = await owner.request({ method, path });
        if (reply.status !== 405) continue;
        const allowed = String(reply.headers['allow']).split(', ');
        const isRight = [...own, 'OPTIONS'].every((name) => allowed.includes(name)) && !allowed.includes(method);
        faults.push(...(isRight ? [] : [`${method} ${path}: ${allowed.join(', ')}`]), ...formFaults(path, reply));
      }
    }
    expect(faults).toEqual([]);
    const reply = await owner.delete('/api/v1/me/orgs');
    expect([codeOf(reply), reply.headers['allow']]).toEqual(['405 method_not_allowed', 'GET, HEAD, OPTIONS, POST']);
  });

  it('is 405 for methods that no path supports', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'LINK']) {
      const reply = await owner.request({ method, path: '/api/v1/me' });
      expect([method, codeOf(reply)]).toEqual([method, '405 method_not_allowed']);
    }
  });

  it('reports all faults of a body at once, each with its own pointer, 100 at most', async () => {
    const [record] = [...server.kernel.registry.kinds.values()].filter(
      (kind) => kind.definition.access !== 'read-only',
    );
    const path = `${workspace.path}/modules/${record?.module}/records/${record?.local}`;
    const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`no_${index}`, index]));

    const { body, status } = await owner.post<{ error: { details: { path: string }[] } }>(path, { fields: unknown });

    expect(status).toBe(422);
    expect(body.error.details).toHaveLength(100);
    expect(new Set(body.error.details.map((detail) => detail.path)).size).toBe(100);
    for (const detail of body.error.details) expect(detail.path).toMatch(/^\/fields\/\w+$/);
  });
});
