import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { moduleSettings, type RouteDefinition, scopesOf } from '@cubit/core/host';
import {
  createExamples,
  createShippedServer,
  type ExampleRecord,
  pairDisplay,
  somePairs,
  type TestClient,
  type TestReply,
  type SweptServer,
  type TestUser,
  type TestWorkspace,
  until,
} from '@cubit/testing';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { PRODUCT } from './product.js';

const ALL_ROUTES_MS = 300_000;
const UNKNOWN_ID = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';
/** As long as the other, because answers have a length. */
const UNKNOWN_SLUG = 'gone';
const REQUEST_ID = 'same-for-all';
/**
 * Contained in every text of the foreign workspace. Requests contain only its first half, so that an echo is not
 * mistaken for a leak.
 */
const CANARY_HALF = 'zqx';
const CANARY = `${CANARY_HALF}vanary`;

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
type Role = (typeof ROLES)[number];

/** A type of caller, with the properties that decide whether a request is admitted. */
interface CallerKind {
  readonly name: string;
  readonly client: TestClient;
  /** Null: the credential is invalid. */
  readonly user: {
    readonly role: Role | null;
    readonly scopes: readonly string[];
    /** A screen on a wall, which has no credential where a route does not declare `display`. */
    readonly display?: true;
  } | null;
}

let server: SweptServer;
let here: TestWorkspace;
let foreign: TestWorkspace;
let stranger: TestClient;
let own: ReadonlyMap<string, ExampleRecord>;
let planted: ReadonlyMap<string, ExampleRecord>;
let callers: readonly CallerKind[];
/** Ids of the created resources that are not records, by the path of their list. */
const resources = new Map<string, string>();

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  [here, foreign] = [await server.workspace({ slug: 'here' }), await server.workspace({ slug: 'foreign' })];
  const { registry } = server.kernel;
  own = await createExamples({ registry, workspace: here, client: await tokenOf(here.owner) });
  planted = await plantCanaries();
  stranger = await tokenOf(foreign.owner);
  callers = [...(await nobodies()), ...(await somebodies()), ...(await scoped()), ...(await screens())];
  await nothingIsDue();
}, ALL_ROUTES_MS);
afterAll(() => server.close());

const tokenOf = async (user: TestUser, options = {}) => server.as(await server.mintToken(user, options));

async function plantCanaries(): Promise<ReadonlyMap<string, ExampleRecord>> {
  const owner = await tokenOf(foreign.owner);
  await owner.patch('/api/v1/me', { name: `${CANARY} owner` });
  await owner.patch(foreign.path, { name: `${CANARY} works`, settings: { [CANARY]: CANARY } });
  await owner.post(`${foreign.path}/invitations`, { email: `${CANARY}@example.org`, role: 'viewer' });
  await plantResources(owner);
  return createExamples({
    registry: server.kernel.registry,
    workspace: foreign,
    client: owner,
    text: ({ name, schema }) =>
      `${CANARY} ${name}`.slice(0, (schema as { readonly maxLength?: number }).maxLength ?? Infinity),
    tags: [CANARY],
  });
}

const WIRE = {
  name: '',
  event: 'inventory.part.created',
  action: 'inventory:use_one',
  record: 'event.payload.partId',
  input: {},
};

/** Creates resources that are not records (wires, floor plans, invitations) from the examples of their routes. */
async function plantResources(owner: TestClient): Promise<void> {
  const making = server.kernel.routes.filter(
    ({ body, method, path, responses }) =>
      method === 'POST' &&
      path.startsWith('/api/v1/orgs/') &&
      body?.example &&
      responses[201] &&
      !path.includes('/records/'),
  );
  for (const { body, path } of making) {
    const example = (path.endsWith('/wires') ? WIRE : body?.example) as Readonly<Record<string, unknown>>;
    const label = ['title', 'name'].find((member) => typeof example[member] === 'string');
    const named = label === undefined ? example : { ...example, [label]: `${CANARY} resource` };
    const reply = await owner.post<{ id: string }>(path.replace('{workspace}', foreign.slug), named);
    if (reply.status === 201) resources.set(path, reply.body.id);
  }
}

async function nobodies(): Promise<readonly CallerKind[]> {
  const owner = server.as(here.owner);
  const mint = async (order: object) =>
    (await owner.post<{ id: string; token: string }>('/api/v1/me/api-tokens', { name: 'X', ...order })).body;
  const good = await mint({});
  const mistyped = good.token.slice(0, -1) + (good.token.endsWith('0') ? '1' : '0');
  const expired = await mint({ expires_at: new Date(Date.now() + 60_000).toISOString() });
  await server.database.pool.query(`update api_token set expires_at = now() - interval '1 minute' where id = $1`, [
    expired.id,
  ]);
  const revoked = await mint({});
  await owner.delete(`/api/v1/me/api-tokens/${revoked.id}`);
  const bearers = {
    'a garbage bearer': 'garbage',
    'a mistyped token': mistyped,
    'an unknown token': `cbt_${'0'.repeat(49)}`,
    'an expired token': expired.token,
    'a revoked token': revoked.token,
    'a token in upper case': good.token.toUpperCase(),
    'a session token with another signature': `${here.owner.token.slice(0, -4)}AAAA`,
  };
  return [
    { name: 'nobody', client: server.anonymous, user: null },
    ...Object.entries(bearers).map(([name, bearer]) => ({ name, client: server.as(bearer), user: null })),
  ];
}

async function somebodies(): Promise<readonly CallerKind[]> {
  const people = async (workspace: TestWorkspace): Promise<Readonly<Record<Role, TestUser>>> => ({
    viewer: await workspace.viewer(),
    member: await workspace.member(),
    admin: await workspace.admin(),
    owner: workspace.owner,
  });
  const [ours, theirs] = [await people(here), await people(foreign)];
  const second = await server.workspace({ owner: here.owner });
  const bound = await tokenOf(here.owner, { workspace: second.slug });
  const callerOf = async (name: string, user: TestUser, role: Role | null): Promise<CallerKind> => ({
    name,
    client: await tokenOf(user),
    user: { role, scopes: [] },
  });
  return [
    ...(await Promise.all(ROLES.map((role) => callerOf(`a ${role}`, ours[role], role)))),
    ...(await Promise.all(ROLES.map((role) => callerOf(`a ${role} elsewhere`, theirs[role], null)))),
    await callerOf('a user without a workspace', await server.register(), null),
    {
      name: 'an owner in their session',
      client: server.as(await signIn(here.owner)),
      user: { role: 'owner', scopes: [] },
    },
    {
      name: 'a token bound to this workspace',
      client: await tokenOf(here.owner, { workspace: here.slug }),
      user: { role: 'owner', scopes: [] },
    },
    { name: 'a token bound to another workspace', client: bound, user: { role: null, scopes: [] } },
  ];
}

async function scoped(): Promise<readonly CallerKind[]> {
  const made: CallerKind[] = [];
  for (const id of server.kernel.registry.scopes.keys()) {
    const ours = await tokenOf(here.owner, { scopes: [id], workspace: here.slug });
    const theirs = await tokenOf(foreign.owner, { scopes: [id], workspace: foreign.slug });
    made.push({ name: `a token with ${id}`, client: ours, user: { role: 'owner', scopes: [id] } });
    made.push({ name: `a token with ${id} elsewhere`, client: theirs, user: { role: null, scopes: [id] } });
  }
  return made;
}

async function screens(): Promise<readonly CallerKind[]> {
  const shows = { type: 'machines' };
  const pair = ({ owner, path }: TestWorkspace, title: string) =>
    pairDisplay(server.anonymous, { admin: server.as(owner), path, shows, title });
  const [ours, theirs] = [await pair(here, 'Wall'), await pair(foreign, `${CANARY} wall`)];
  resources.set('/api/v1/orgs/{workspace}/displays', theirs.id);
  return [
    { name: 'a display', client: ours.client, user: { role: 'viewer', scopes: [], display: true } },
    { name: 'a display elsewhere', client: theirs.client, user: { role: null, scopes: [], display: true } },
  ];
}

async function signIn({ email, password }: TestUser): Promise<string> {
  return (await server.anonymous.post<{ token: string }>('/api/v1/me/session', { email, password })).body.token;
}

const code = ({ body }: TestReply<unknown>) => (body as { error?: { code: string } } | undefined)?.error?.code ?? '';
/** `404 not_found`; of an error of the server also its message, which names the cause. */
const answerOf = (reply: TestReply<unknown>) =>
  `${reply.status} ${code(reply)}${reply.status < 500 ? '' : `: ${JSON.stringify(reply.body)}`}`;
const ADMITTED = 'admitted';

/** The outcome that the declaration of a route promises to a caller. */
function verdict(route: RouteDefinition, { user }: CallerKind): string {
  const { access, anyScope, path } = route;
  if (access === 'anonymous') return ADMITTED;
  if (!user) return '401 unauthorized';
  if (user.display === true && route.display !== true) return '401 unauthorized';
  const opening = scopesOf(route, server.kernel.registry);
  if (user.scopes.length > 0 && anyScope !== true && !user.scopes.some((scope) => opening.includes(scope)))
    return '403 scope_denied';
  if (!path.includes('{workspace}')) return ADMITTED;
  if (user.role === null) return '404 not_found';
  const needed: readonly string[] = ROLES.slice(0, ROLES.indexOf(user.role) + 1);
  return needed.includes(access) ? ADMITTED : '403 forbidden';
}

function pathOf({ path }: RouteDefinition, slug: string, id = UNKNOWN_ID): string {
  return path.replace('{workspace}', slug).replaceAll(/\{\w+\}/g, id);
}

interface Asked {
  readonly slug?: string;
  readonly query?: string;
  readonly body?: unknown;
}

function ask(
  client: TestClient,
  route: RouteDefinition,
  { slug = 'here', query = '', body }: Asked,
): Promise<TestReply<unknown>> {
  const headers = { 'x-request-id': REQUEST_ID };
  return client.request({ method: route.method, path: `${pathOf(route, slug)}${query}`, headers, body });
}

/** An answer without the parts that may differ between requests. */
function comparable({ status, headers, text }: TestReply<unknown>): string {
  return JSON.stringify({ status, text, headers: { ...headers, date: null } });
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const WORKERS = 6;
  const queue = [...items];
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
    }),
  );
}

const cellsOf = (some: readonly CallerKind[]) =>
  somePairs(server.kernel.routes, some).map(([route, caller]) => ({ route, caller }));
/** One caller for each reason to be refused. */
const REPRESENTATIVES = [
  ...['a revoked token', 'a viewer', 'an owner elsewhere', 'a token bound to another workspace'],
  ...['a display', 'a display elsewhere'],
];
const representatives = () =>
  callers.filter(({ name, user }) => REPRESENTATIVES.includes(name) || (user?.scopes.length ?? 0) > 0);

/** Some of the examples are due since they exist. Every 5 s, the program passes such records to their modules, which change them. */
async function nothingIsDue(): Promise<void> {
  const { pool } = server.database;
  for (const { definition, key, kind, owner } of server.kernel.registry.sweeps) {
    const lead = definition.leadMs?.(moduleSettings(owner, {})) ?? 0;
    const horizon = new Date(Date.now() + lead).toISOString();
    await until(`nothing is due for ${key}`, async () => {
      const due = `select from ${kind.partition} where deleted_at is null and fields ->> $1 <= $2 limit 1`;
      return (await pool.query(due, [definition.at, horizon])).rowCount === 0;
    });
  }
}

/** Every row of the database that belongs to a workspace, except the last use of tokens, which is written later. */
async function rowsOf(workspace: TestWorkspace): Promise<string> {
  const { pool } = server.database;
  // The event log sequences all events before it answers.
  await server.as(await signIn(workspace.owner)).get(`${workspace.path}/event-log`);
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  const parts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query(
        `select coalesce(jsonb_agg(to_jsonb(t) - 'last_used_at' order by t::text), '[]')::text as rows from "${name}" t where workspace_id = $1`,
        [workspace.id],
      );
      return `${name} ${(rows[0] as { rows: string }).rows}`;
    }),
  );
  return parts.join('\n');
}

/** An answer may repeat the path of its request. */
const withoutSlugs = (text: string) =>
  text.replaceAll(here.slug, '{workspace}').replaceAll(UNKNOWN_SLUG, '{workspace}');

describe('every route, for every kind of caller', () => {
  /** The answers to invalid credentials, by what the route says about signing in. */
  const refusals = new Map<string, Set<string>>();

  it(
    'admits exactly the callers that its declaration names',
    async () => {
      const wrong: string[] = [];
      await inParallel(cellsOf(callers), async ({ route, caller }) => {
        // With an unknown parameter, an admitted caller gets an error before the handler runs.
        const reply = await ask(caller.client, route, { query: '?no_such_parameter=1' });
        const given = code(reply) === 'invalid_query' ? ADMITTED : answerOf(reply);
        const expected = verdict(route, caller);
        if (given !== expected) wrong.push(`${route.operationId} for ${caller.name}: ${given}, not ${expected}`);
        if (caller.user || route.access === 'anonymous') return;
        const group = route.challenge === undefined ? 'no challenge' : route.operationId;
        refusals.set(group, (refusals.get(group) ?? new Set()).add(comparable(reply)));
      });
      expect(wrong).toEqual([]);
    },
    ALL_ROUTES_MS,
  );

  it(
    'refuses before it reads the body, and changes nothing',
    async () => {
      const refused = cellsOf(representatives()).filter(
        ({ route, caller }) => route.method !== 'GET' && verdict(route, caller) !== ADMITTED,
      );
      const before = [await rowsOf(here), await rowsOf(foreign)];
      const wrong: string[] = [];
      await inParallel(refused, async ({ route, caller }) => {
        for (const body of ['{', route.body?.example]) {
          const reply = await ask(caller.client, route, { body });
          const expected = verdict(route, caller);
          if (`${reply.status} ${code(reply)}` !== expected)
            wrong.push(`${route.operationId} for ${caller.name}: ${reply.status} ${code(reply)}, not ${expected}`);
        }
      });
      expect(wrong).toEqual([]);
      expect([await rowsOf(here), await rowsOf(foreign)]).toEqual(before);
    },
    ALL_ROUTES_MS,
  );

  it('gives the same bytes for missing, unknown, mistyped, expired and revoked credentials', () => {
    expect(refusals.get('no challenge')?.size).toBe(1);
    const one = [expect.stringContaining('unauthorized')];
    expect([...refusals.values()].map((answers) => [...answers])).toEqual([...refusals].map(() => one));
  });

  it(
    'answers for a foreign workspace as for one that does not exist',
    async () => {
      const wrong: string[] = [];
      const outsiders = representatives().filter(({ user }) => user?.role === null);
      const cells = cellsOf(outsiders).filter(({ route }) => route.path.includes('{workspace}'));
      await inParallel(cells, async ({ route, caller }) => {
        const body = route.body?.example;
        const known = withoutSlugs(comparable(await ask(caller.client, route, { body })));
        const unknown = withoutSlugs(comparable(await ask(caller.client, route, { slug: UNKNOWN_SLUG, body })));
        if (known !== unknown) wrong.push(`${route.operationId} for ${caller.name}: ${known}, and ${unknown}`);
      });
      expect(wrong).toEqual([]);
    },
    ALL_ROUTES_MS,
  );

  it('tells only members that a module is not enabled', async () => {
    const bare = await server.workspace({ modules: [], owner: here.owner });
    const owner = await tokenOf(here.owner);
    const always = BUILT_IN_MODULES.filter((module) => module.always).map(({ name }) => name);
    const wrong: string[] = [];
    for (const route of server.kernel.routes) {
      if (route.module === undefined || always.includes(route.module)) continue;
      const [inside, outside] = [
        await ask(owner, route, { slug: bare.slug }),
        await ask(stranger, route, { slug: bare.slug }),
      ];
      if (code(inside) !== 'module_not_enabled' || code(outside) !== 'not_found')
        wrong.push(`${route.operationId}: ${code(inside)}, and ${code(outside)} outside`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('data of another workspace', () => {
  let before: string;
  beforeAll(async () => {
    before = await rowsOf(foreign);
  });

  it('exists', async () => {
    const refused = [...planted.values()].filter(({ status }) => status !== 201);
    expect(refused.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
    for (const kind of planted.keys())
      expect((await stranger.get(`${foreign.path}/modules/${kind.replace(':', '/records/')}`)).text).toContain(CANARY);
    expect([...resources.keys()]).toEqual(
      expect.arrayContaining(
        ['invitations', 'wires', 'integrations'].map((list) => `/api/v1/orgs/{workspace}/${list}`),
      ),
    );
    for (const list of ['', '/members', '/invitations', '/wires', '/integrations'])
      expect((await stranger.get(`${foreign.path}${list}`)).text).toContain(CANARY);
  });

  it(
    'is in no byte of any answer, whatever is requested',
    async () => {
      const owner = await tokenOf(here.owner);
      const foreignIds = [foreign.id, foreign.owner.id, ...[...planted.values()].map(({ id }) => id)];
      const leaks: string[] = [];
      const look = async (path: string) => {
        const { text, status } = await owner.get(path);
        if (status >= 500 || text.includes(CANARY)) leaks.push(`${path}: ${status} ${text}`);
      };
      const reading = server.kernel.routes.filter(({ method, streaming }) => method === 'GET' && streaming !== true);
      const hasId = ({ path }: RouteDefinition) => /\{(?!workspace\})/.test(path);
      const pairs = [
        ...reading.filter((route) => !hasId(route)).map((route) => [route, ''] as const),
        ...somePairs(reading.filter(hasId), foreignIds),
      ];
      const paths = pairs.flatMap(([route, id]) => {
        const places = route.path.includes('{workspace}') ? [here.slug, foreign.slug] : [''];
        return places.flatMap((slug) => queriesOf(route).map((query) => `${pathOf(route, slug, id)}${query}`));
      });
      await inParallel(paths, look);
      expect(leaks).toEqual([]);
    },
    ALL_ROUTES_MS,
  );

  it('cannot be reached with its id in a path: the answer is that of an unknown id', async () => {
    const owner = await tokenOf(here.owner);
    const wrong: string[] = [];
    const byId = server.kernel.routes.filter(({ path }) => /\{(?!workspace\})/.test(path));
    for (const route of byId) {
      const [, module = '', local = ''] = /\/modules\/([^/]+)\/records\/([^/]+)/.exec(route.path) ?? [];
      const foreignId = planted.get(`${module}:${local}`)?.id ?? (await idOfNoRecord(route));
      if (foreignId === null) continue;
      const body = route.body?.example;
      const [known, unknown] = await Promise.all(
        [foreignId, UNKNOWN_ID].map(async (id) => {
          const path = pathOf(route, here.slug, id);
          const reply = await owner.request({
            method: route.method,
            path,
            body,
            headers: { 'x-request-id': REQUEST_ID },
          });
          return comparable(reply).replaceAll(id, 'ID');
        }),
      );
      if (known !== unknown) wrong.push(`${route.operationId}: ${known}, and ${unknown}`);
    }
    expect(wrong).toEqual([]);
  });

  it('cannot be referred to: the answer is that of an unknown id', async () => {
    const owner = await tokenOf(here.owner);
    const wrong: string[] = [];
    for (const { path, body, title } of referringBodies()) {
      const [known, unknown] = [await owner.post(path, body.foreign), await owner.post(path, body.unknown)];
      const visible = (reply: TestReply) =>
        `${reply.status} ${[...body.ids, UNKNOWN_ID].reduce((text, id) => text.replaceAll(id, 'ID'), reply.text)}`;
      if (visible(known) !== visible(unknown) || known.status < 400 || known.status >= 500)
        wrong.push(`${title}: ${visible(known)}, and ${visible(unknown)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is unchanged after all of these requests', async () => {
    expect(await rowsOf(foreign)).toBe(before);
  });
});

/** Every parameter of a read route, with a value of the foreign workspace. */
function queriesOf({ query }: RouteDefinition): readonly string[] {
  const names = new Set(Object.keys(query?.properties ?? {}));
  const foreignId = [...planted.values()][0]?.id ?? '';
  const filters = [
    `title.contains("${CANARY_HALF}")`,
    `"${CANARY_HALF}" in tags`,
    `id == "${foreignId}"`,
    'true || true',
  ];
  const queries: readonly (readonly [string, string])[] = [
    ...filters.map((filter) => ['filter', filter] as const),
    ['sort', 'title'],
    ['deleted', 'true'],
    ['record_id', foreignId],
    ['name', '*'],
    ['q', CANARY_HALF],
    ['limit', '200'],
  ];
  return [
    '',
    ...queries.filter(([name]) => names.has(name)).map(([name, value]) => `?${name}=${encodeURIComponent(value)}`),
  ];
}

/** A foreign id that is not of a record, for a path that takes such an id. */
async function idOfNoRecord({ path }: RouteDefinition): Promise<string | null> {
  const list = path.slice(0, path.search(/\/\{(?!workspace\})/));
  if (path.endsWith('/members/{user_id}')) return foreign.owner.id;
  if (list !== '/api/v1/me/api-tokens') return resources.get(list) ?? null;
  return (await stranger.get<{ data: { id: string }[] }>(list)).body.data[0]?.id ?? null;
}

interface Referring {
  readonly title: string;
  readonly path: string;
  readonly body: { readonly foreign: unknown; readonly unknown: unknown; readonly ids: readonly string[] };
}

/**
 * Bodies that refer to foreign data: in each reference field, in batches, as the record of an action and in its
 * input.
 */
function referringBodies(): readonly Referring[] {
  const { registry } = server.kernel;
  const ids = [foreign.owner.id, ...[...planted.values()].map(({ id }) => id)];
  const both = (make: (id: (kind: string) => string) => unknown) => ({
    foreign: make((kind) => planted.get(kind)?.id ?? ids[1] ?? ''),
    unknown: make(() => UNKNOWN_ID),
    ids,
  });
  const records = (kindId: string) => `${here.path}/modules/${kindId.replace(':', '/records/')}`;
  const fromFields = [...own.values()].flatMap(({ kind: kindId, body }): Referring[] => {
    const shape = registry.kinds.get(kindId)?.shape;
    if (!shape) return [];
    const references = shape.references.filter(({ name }) => shape.fields.get(name)?.readOnly === false);
    const withField = (name: string, value: unknown) => ({ fields: { ...body.fields, [name]: value } });
    const users = [...shape.fields.values()].filter(({ type, readOnly }) => type === 'user' && !readOnly);
    return [
      ...references.map(({ name, kind, many }) => ({
        title: `${kindId}.${name}`,
        path: records(kindId),
        body: both((id) => {
          if (kind === null) return withField(name, { kind: kindId, id: id(kindId) });
          return withField(name, many ? [id(kind)] : id(kind));
        }),
      })),
      ...users.map(({ name }) => ({
        title: `${kindId}.${name}`,
        path: records(kindId),
        body: { foreign: withField(name, foreign.owner.id), unknown: withField(name, UNKNOWN_ID), ids },
      })),
      ...['update', 'delete'].map((op) => ({
        title: `batch ${op} of ${kindId}`,
        path: `${records(kindId)}/batch`,
        body: both((id) => ({ operations: [{ op, id: id(kindId) }] })),
      })),
    ];
  });
  const fromActions = [...registry.actions.values()].flatMap((action): Referring[] => {
    const { appliesTo, example, input } = action.definition;
    const path = `${here.path}/modules/${action.module}/actions/${action.local}`;
    const kinds =
      typeof appliesTo === 'string' ? (appliesTo === 'any' ? [...own.keys()] : []) : appliesTo.map(({ id }) => id);
    const inputs = Object.entries(
      input.properties as Record<string, { 'x-kind'?: string; items?: { 'x-kind'?: string } }>,
    );
    const target = kinds.find((kind) => own.has(kind));
    return [
      ...kinds
        .filter((kind) => own.has(kind))
        .map((kind) => ({
          title: `${action.id} on a ${kind}`,
          path,
          body: both((id) => ({ record: { kind, id: id(kind) }, input: example.input })),
        })),
      ...inputs.flatMap(([name, { 'x-kind': kind, items }]): Referring[] => {
        const wanted = kind ?? items?.['x-kind'];
        if (wanted === undefined || target === undefined) return [];
        const record = { kind: target, id: own.get(target)?.id };
        const value = (id: string) => (kind === undefined || items ? [id] : id);
        return [
          {
            title: `${action.id} with input ${name}`,
            path,
            body: both((id) => ({ record, input: { ...example.input, [name]: value(id(wanted)) } })),
          },
        ];
      }),
    ];
  });
  return [...fromFields, ...fromActions];
}
