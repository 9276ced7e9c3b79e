import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createExamples,
  createShippedServer,
  type ExampleRecord,
  type TestClient,
  type SweptServer,
  type TestUser,
  type TestWorkspace,
} from '@cubit/testing';
import { PRODUCT } from './product.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ISO_WITH_MS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

interface AnsweredRecord {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
}
interface Page {
  readonly data: readonly AnsweredRecord[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

let server: SweptServer;
let workspace: TestWorkspace;
let owner: TestClient;
let user: TestUser;
let made: ReadonlyMap<string, ExampleRecord>;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  user = await server.register();
  workspace = await server.workspace({ owner: user });
  owner = server.as(user);
  made = await createExamples({ registry: server.kernel.registry, workspace, client: owner });
});
afterAll(() => server.close());

const records = (kind: string) => `${workspace.path}/modules/${kind.replace(':', '/records/')}`;
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { error?: { code: string } } | undefined)?.error?.code ?? ''}`;
const addPart = async (fields: object = {}) =>
  (await owner.post<AnsweredRecord>(records('inventory:part'), { fields: { name: 'Bolt', ...fields } })).body;

describe('the endpoints of the specification', () => {
  it('POST /api/v1/me/api-tokens: id, name, token_prefix, expires_at, token', async () => {
    const { status, body } = await owner.post('/api/v1/me/api-tokens', { name: 'Printer' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(UUID),
      name: 'Printer',
      token_prefix: expect.stringMatching(/^cbt_/),
      expires_at: null,
      token: expect.stringMatching(/^cbt_/),
    });
  });

  it('GET /api/v1/me/api-tokens: the tokens of the caller, without plaintext and hash', async () => {
    const { body, text } = await owner.get<{ data: readonly object[] }>('/api/v1/me/api-tokens');

    expect(body.data[0]).toMatchObject({ name: 'Printer', last_used_at: null, revoked_at: null });
    expect(text).not.toMatch(/hash|"token"/);
  });

  it('GET /api/v1/me/api-token-scopes: the available scopes', async () => {
    const { body } = await owner.get<{ data: readonly { id: string }[] }>('/api/v1/me/api-token-scopes');

    expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(['devices:edge', 'drive:control']));
  });

  it('GET /api/v1/orgs/<workspace>/modules/core-openapi/openapi.json: OpenAPI 3.1', async () => {
    const { body, headers } = await owner.get(`${workspace.path}/modules/core-openapi/openapi.json`);

    expect(body['openapi']).toMatch(/^3\.1\./);
    expect(headers['content-type']).toMatch(/^application\/(vnd\.oai\.openapi\+)?json/);
  });

  it('any /api/v1/hooks/<id>: 404 for every id', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      expect(codeOf(await server.anonymous.request({ method, path: '/api/v1/hooks/stripe' }))).toBe('404 not_found');
  });

  const EVERYWHERE =
    /^\/api\/v1\/(orgs\/\{workspace\}|me\/|me$|hooks\/|integrations\/|agents\/(token|revoke)$)|^\/\.well-known\/oauth-/;
  it('all start with /api/v1, and without a workspace there are only receivers, /me and the sign-in of programs', () => {
    // HTML pages are not part of the API or its document. RFC 8414 and RFC 9728 give the places of the metadata.
    const outside = server.kernel.routes
      .filter(({ hidden }) => hidden !== true)
      .map(({ path }) => path)
      .filter((path) => !EVERYWHERE.test(path));

    expect(outside).toEqual([]);
  });

  it('put the routes of a module below its own path', () => {
    const misplaced = server.kernel.routes
      .filter(({ module, path }) => module !== undefined && !path.includes(`/modules/${module}/`))
      .map(({ operationId }) => operationId);

    expect(misplaced).toEqual([]);
  });
});

describe('a resolved record (2.3)', () => {
  it('has id, title and a fields map, whatever its kind', async () => {
    for (const { kind, id } of made.values()) {
      const { status, body } = await owner.get<AnsweredRecord>(`${records(kind)}/${id}`);

      expect([kind, status]).toEqual([kind, 200]);
      expect(body).toEqual({
        id,
        kind,
        title: expect.any(String),
        fields: expect.any(Object),
        tags: [],
        version: expect.any(Number),
        created_at: expect.stringMatching(ISO_WITH_MS),
        updated_at: expect.stringMatching(ISO_WITH_MS),
        created_by: user.id,
        deleted_at: null,
      });
    }
  });

  it('has a kind of the form <module>:<kind>', () => {
    for (const { id, module } of server.kernel.registry.kinds.values())
      expect(id).toMatch(new RegExp(`^${module}:[a-z][a-z0-9_]*$`));
  });
});

describe('record kinds support list, get one, create, update and delete (4.3)', () => {
  it('as routes of every kind; ledgers are read-only', () => {
    const routes = new Set(server.kernel.routes.map(({ method, path }) => `${method} ${path}`));
    for (const { definition, local, module } of server.kernel.registry.kinds.values()) {
      const path = `/api/v1/orgs/{workspace}/modules/${module}/records/${local}`;
      const writes = [`POST ${path}`, `PATCH ${path}/{id}`, `DELETE ${path}/{id}`];
      for (const route of [`GET ${path}`, `GET ${path}/{id}`]) expect(routes).toContain(route);
      for (const route of writes)
        expect([route, routes.has(route)]).toEqual([route, definition.access !== 'read-only']);
    }
  });

  it('create answers 201 with Location and ETag, and the record is readable there', async () => {
    const created = await owner.post<AnsweredRecord>(records('inventory:part'), {
      fields: { name: 'Washer' },
      tags: ['small'],
    });
    const read = await owner.get(String(created.headers['location']));

    expect(created).toMatchObject({ status: 201, headers: { etag: expect.stringMatching(/^"1-[0-9a-f]{8}"$/) } });
    expect(read.body).toEqual(created.body);
    expect(read.headers['etag']).toMatch(/^"1-[0-9a-f]{8}"$/);
  });

  it('update is a merge patch: null removes a field, an absent field is unchanged, and the version increases', async () => {
    const part = await addPart({ mpn: 'A', manufacturer: 'B' });
    const path = `${records('inventory:part')}/${part.id}`;

    const { status, body } = await owner.patch<AnsweredRecord>(path, { fields: { mpn: null, notes: 'n' } });

    expect(status).toBe(200);
    expect(body.fields).toMatchObject({ name: 'Bolt', manufacturer: 'B', notes: 'n' });
    expect(body.fields).not.toHaveProperty('mpn');
    expect(body.version).toBe(part.version + 1);
  });

  it('an If-Match that fails gives 412, an If-None-Match that matches gives 304', async () => {
    const { id } = await addPart();
    const path = `${records('inventory:part')}/${id}`;

    expect(codeOf(await owner.patch(path, { tags: ['x'] }, { headers: { 'if-match': '"9"' } }))).toBe(
      '412 version_conflict',
    );
    expect((await owner.patch(path, { tags: ['x'] }, { headers: { 'if-match': '"1"' } })).status).toBe(200);
    const tag = String((await owner.get(path)).headers['etag']);
    expect(await owner.get(path, { headers: { 'if-none-match': tag } })).toMatchObject({ status: 304, text: '' });
    // The quantities of a part change without a version: a tag without their checksum does not say that the answer is the same.
    expect((await owner.get(path, { headers: { 'if-none-match': '"2"' } })).status).toBe(200);
  });

  it('delete answers 204 and moves the record to the trash, from which it can be restored', async () => {
    const { id } = await addPart();
    const path = `${records('inventory:part')}/${id}`;

    expect(await owner.delete(path)).toMatchObject({ status: 204, text: '' });
    expect(codeOf(await owner.get(path))).toBe('404 not_found');
    expect((await owner.get(`${path}?deleted=true`)).status).toBe(200);
    expect(codeOf(await owner.patch(path, { tags: [] }))).toBe('404 not_found');
    expect((await owner.post(`${path}/restore`)).status).toBe(200);
    expect((await owner.get(path)).status).toBe(200);
  });

  it('list returns pages without repeats or omissions, sorted and filtered', async () => {
    const lot = `lot-${user.id}`;
    for (const name of ['c', 'a', 'e', 'b', 'd']) await addPart({ name, manufacturer: lot });
    const query = `filter=${encodeURIComponent(`manufacturer == "${lot}"`)}&sort=-name&limit=2&count=exact`;
    const names: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `${records('inventory:part')}?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body }: { body: Page } = await owner.get<Page>(path);
      expect(body.total).toBe(5);
      names.push(...body.data.map(({ fields }) => fields['name']));
      cursor = body.next_cursor;
    }

    expect(names).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it.each([
    ['limit=0', '400 invalid_query'],
    ['limit=201', '400 invalid_query'],
    ['limit=x', '400 invalid_query'],
    ['sort=nothing', '400 invalid_query'],
    ['expand=name', '400 invalid_query'],
    ['fields=nothing', '400 invalid_query'],
    ['nothing=1', '400 invalid_query'],
    ['count=about', '400 invalid_query'],
    ['cursor=x', '400 invalid_cursor'],
    ['filter=nothing%20%3D%3D%201', '400 invalid_filter'],
    ['filter=name%20%3D%3D%201', '400 invalid_filter'],
    ['filter=name%20%3D%3D', '400 invalid_filter'],
  ])('list refuses %s with %s', async (query, expected) => {
    expect(codeOf(await owner.get(`${records('inventory:part')}?${query}`))).toBe(expected);
  });
});

describe('actions (4.4)', () => {
  it('are invoked below the path of the module that owns them', async () => {
    const { id } = await addPart();
    const path = `${workspace.path}/modules/inventory/actions/add`;
    const record = { kind: 'inventory:part', id };

    const { status, body } = await owner.post(path, { record, input: { qty: 5 } });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: expect.anything(),
      record: { id, fields: { on_hand: 5, available: 5 } },
      events: expect.arrayContaining([{ id: expect.stringMatching(UUID), name: 'inventory.stock.changed' }]),
    });
  });

  it('use the last unit once under concurrent requests', async () => {
    const { id } = await addPart();
    const run = (action: string, input: object) =>
      owner.post(`${workspace.path}/modules/inventory/actions/${action}`, {
        record: { kind: 'inventory:part', id },
        input,
      });
    await run('add', { qty: 1 });

    const answers = await Promise.all([run('use_one', {}), run('use_one', {}), run('use_one', {})]);

    expect(answers.map(codeOf).sort()).toEqual(['200 ', '409 insufficient_stock', '409 insufficient_stock']);
  });

  it('answer 422 for a record of a kind that they do not apply to', async () => {
    const { id } = made.get('spaces:location') ?? { id: '' };
    const path = `${workspace.path}/modules/inventory/actions/use_one`;

    expect((await owner.post(path, { record: { kind: 'spaces:location', id }, input: {} })).status).toBe(422);
  });
});

describe('a POST with an Idempotency-Key', () => {
  it('is applied once under concurrent requests', async () => {
    const options = { headers: { 'idempotency-key': 'once' } };
    const body = { fields: { name: 'Once', mpn: 'once-only' } };
    const send = () => owner.post<AnsweredRecord>(records('inventory:part'), body, options);

    const answers = await Promise.all(Array.from({ length: 5 }, send));
    const again = await send();

    const made201 = answers.filter(({ status }) => status === 201);
    expect(new Set([...made201, again].map((reply) => reply.body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201).map(codeOf)).toEqual(
      answers.filter(({ status }) => status !== 201).map(() => '409 idempotency_key_in_use'),
    );
    expect(again.headers['idempotent-replayed']).toBe('true');
    const { body: page } = await owner.get<Page>(`${records('inventory:part')}?filter=mpn%20%3D%3D%20%22once-only%22`);
    expect(page.data).toHaveLength(1);
  });

  it('is refused with another body', async () => {
    const options = { headers: { 'idempotency-key': 'reused' } };
    await owner.post(records('inventory:part'), { fields: { name: 'A' } }, options);

    const other = await owner.post(records('inventory:part'), { fields: { name: 'B' } }, options);

    expect(codeOf(other)).toBe('409 idempotency_key_reused');
  });
});

describe('modules of a workspace', () => {
  it('are enabled and disabled; disabling hides their data, enabling shows it again', async () => {
    const { id } = await addPart();
    const module = `${workspace.path}/modules/inventory`;
    const path = `${records('inventory:part')}/${id}`;

    // The modules that require it are disabled first.
    for (const name of ['purchases', 'digifab'])
      expect((await owner.patch(`${workspace.path}/modules/${name}`, { enabled: false })).status).toBe(200);
    expect((await owner.patch(module, { enabled: false })).status).toBe(200);
    expect(codeOf(await owner.get(path))).toBe('404 module_not_enabled');
    const { body } = await owner.get<{ data: readonly { module: string }[] }>(`${workspace.path}/kinds`);
    expect(body.data.map((kind) => kind.module)).not.toContain('inventory');
    expect((await owner.patch(module, { enabled: true })).status).toBe(200);
    expect((await owner.get(path)).status).toBe(200);
  });

  it('cannot be disabled while another module requires them', async () => {
    const reply = await owner.patch(`${workspace.path}/modules/spaces`, { enabled: false });

    expect(codeOf(reply)).toBe('409 dependency_missing');
    expect(reply.text).toContain('inventory');
  });
});
