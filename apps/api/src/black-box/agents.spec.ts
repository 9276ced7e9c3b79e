import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { INTENTS } from '../fixtures/agent-intents.js';
import { startShippedServer, type ShippedServer, type TestUser, type TestWorkspace } from '@cubit/testing';

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string }[];
}
type Content = Readonly<Record<string, unknown>> & Refusal;
interface Outcome {
  readonly isError: boolean;
  readonly content: Content;
}
interface ListedTool {
  readonly name: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly inputSchema: unknown;
}
interface Part {
  readonly id: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

const CANARY = 'zq-foreign-canary';
const DESTRUCTIVE = 'inventory:use_up';
const TOOLS = ['read', 'inventory:*', DESTRUCTIVE];

let server: ShippedServer;
let workspace: TestWorkspace;
let foreign: TestWorkspace;
let foreignPart: Part;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startShippedServer({ environment: { RATE_LIMIT: 'on' } });
  workspace = await server.workspace({ modules: ['inventory', 'projects', 'spaces', 'purchases'] });
  foreign = await server.workspace();
  for (const one of [workspace, foreign]) await setAgents(one, { tools: TOOLS });
  foreignPart = await addPart(foreign, CANARY);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

/** Changes the setting of a workspace. */
async function setAgents({ owner, path }: TestWorkspace, settings: object | null): Promise<void> {
  const body = settings === null ? { enabled: false } : { enabled: true, settings };
  const { status, text } = await server.as(owner).patch(`${path}/modules/agents`, body);
  if (status !== 200) throw new Error(text);
}

async function addPart({ owner, path }: TestWorkspace, name: string, qty = 10): Promise<Part> {
  const made = await server.as(owner).post<Part>(`${path}/modules/inventory/records/part`, { fields: { name } });
  const record = { kind: 'inventory:part', id: made.body.id };
  const stocked = await server.as(owner).post(`${path}/modules/inventory/actions/add`, { record, input: { qty } });
  if (stocked.status !== 200) throw new Error(`${made.text} ${stocked.text}`);
  return readPart({ owner, path }, made.body.id);
}

async function readPart({ owner, path }: Pick<TestWorkspace, 'owner' | 'path'>, id: string): Promise<Part> {
  return (await server.as(owner).get<Part>(`${path}/modules/inventory/records/part/${id}`)).body;
}

function mint(scope: string | null, user: TestUser = workspace.owner, { slug } = workspace): Promise<string> {
  return server.mintToken(user, { name: 'Laptop', workspace: slug, ...(scope === null ? {} : { scopes: [scope] }) });
}

interface Connection {
  readonly era?: 'auto' | 'legacy';
  readonly path?: string;
  readonly query?: string;
  /** What the person answers when asked. Absent: the client cannot ask. */
  readonly person?: (message: string) => boolean;
}

/** Connects the official client. */
async function connect(token: string, { era = 'auto', path = workspace.path, query = '', person }: Connection = {}) {
  const client = new Client(
    { name: 'robot', version: '1.0.0' },
    { versionNegotiation: { mode: era }, capabilities: person ? { elicitation: {} } : {} },
  );
  if (person)
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: person(params.message) ? ('accept' as const) : ('decline' as const),
      content: { confirm: true },
    }));
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(`${server.address}${path}/mcp${query}`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
  const { isError = false, structuredContent } = await client.callTool({ name, arguments: args });
  return { isError: isError === true, content: structuredContent as Content };
}

const listTools = async (client: Client) => (await client.listTools()).tools as unknown as readonly ListedTool[];
const namesOf = (tools: readonly ListedTool[]) => tools.map(({ name }) => name);
const refusal = (code: string) => ({ isError: true, content: { code } });
const target = ({ id }: Pick<Part, 'id'>) => ({ kind: 'inventory:part', id });

/** Sends one message without a client. */
function post(
  token: string | null,
  body: unknown,
  {
    path = workspace.path,
    headers = {},
  }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  return fetch(`${server.address}${path}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('the endpoint of agents', () => {
  it('answers as an unknown path until the workspace enables it', async () => {
    const fresh = await server.workspace({ modules: [] });
    const token = await mint(null, fresh.owner, fresh);
    const headers = { authorization: `Bearer ${token}` };
    const unknown = await fetch(`${server.address}${fresh.path}/mcq`, { headers });
    const off = await post(token, PING, fresh);
    expect([off.status, await off.json()]).toEqual([404, await unknown.json()]);
    await setAgents(fresh, {});
    expect((await post(token, PING, fresh)).status).toBe(200);
    await setAgents(fresh, null);
    expect((await post(token, PING, fresh)).status).toBe(404);
  });

  it('refuses requests without a valid token, sessions, foreign origins and other workspaces', async () => {
    const token = await mint('agents:act');
    const anonymous = await post(null, PING);
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer/),
    ]);
    expect((await post('cbt_wrong', PING)).status).toBe(401);
    expect((await post(workspace.owner.token, PING)).status).toBe(403);
    expect((await post(token, PING, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await post(token, PING, { path: foreign.path })).status).toBe(404);
    expect(
      (await fetch(`${server.address}${workspace.path}/mcp`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(405);
  });

  it('refuses other routes to tokens with its scopes', async () => {
    const token = await mint('agents:act');
    expect((await server.as(token).get(`${workspace.path}/modules/inventory/records/part`)).status).toBe(403);
  });

  it('refuses a revoked token with the next call', async () => {
    const created = await server.as(workspace.owner).post<{ id: string; token: string }>('/api/v1/me/api-tokens', {
      name: 'Short',
      scopes: ['agents:read'],
      workspace: workspace.slug,
    });
    const client = await connect(created.body.token);
    expect(await call(client, 'search', { q: 'anything' })).toMatchObject({ isError: false });
    await server.as(workspace.owner).delete(`/api/v1/me/api-tokens/${created.body.id}`);
    await expect(call(client, 'search', { q: 'anything' })).rejects.toThrow();
  });
});

describe.each(['auto', 'legacy'] as const)('the official client in the era %s', (era) => {
  it('lists, calls, is refused with the code and the details of REST, and reads resources', async () => {
    const part = await addPart(workspace, `Bolt ${era}`);
    const client = await connect(await mint('agents:act'), { era });
    expect(namesOf(await listTools(client))).toEqual(
      expect.arrayContaining(['list_records', 'find_actions', 'run_change']),
    );

    const input = { qty: 3 };
    const used = await call(client, 'run_change', { action: 'inventory:use', record: target(part), input });
    expect(used).toMatchObject({ isError: false, content: { record: { id: part.id }, result: {} } });
    expect((await readPart(workspace, part.id)).fields).toMatchObject({ on_hand: 7 });

    const wrong = { record: target(part), input: { qty: -1, colour: 'red' } };
    const rest = await server
      .as(workspace.owner)
      .post<{ error: Refusal }>(`${workspace.path}/modules/inventory/actions/use`, wrong);
    const refused = await call(client, 'run_change', { action: 'inventory:use', ...wrong });
    expect(refused).toEqual({ isError: true, content: rest.body.error });
    expect(
      await call(client, 'run_change', { action: 'inventory:use', record: target(part), input: { qty: 1000 } }),
    ).toMatchObject(refusal('insufficient_stock'));

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['cubit:///docs/inventory', 'cubit:///kinds/inventory:part', 'cubit:///openapi']),
    );
    for (const uri of [
      'cubit:///docs/inventory',
      'cubit:///kinds/inventory:part',
      'cubit:///openapi',
      `cubit:///records/inventory/part/${part.id}`,
    ]) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0]).toMatchObject({ uri, text: expect.stringContaining('art') });
    }
    await expect(client.readResource({ uri: `cubit:///records/inventory/part/${foreignPart.id}` })).rejects.toThrow(
      /not found/,
    );
  });
});

describe('the client of the first generation', () => {
  it('lists tools and calls one', async () => {
    const client = new EarlierClient({ name: 'older', version: '1.0.0' });
    const headers = { authorization: `Bearer ${await mint('agents:read')}` };
    await client.connect(
      new EarlierTransport(new URL(`${server.address}${workspace.path}/mcp`), { requestInit: { headers } }) as never,
    );
    clients.push(client);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search');
    expect(await client.callTool({ name: 'search', arguments: { q: 'Bolt' } })).toMatchObject({
      structuredContent: { data: expect.any(Array) },
    });
  });
});

describe('what an agent does', () => {
  it('equals the REST call in result, record and events, and is in history, events and audit as the agent’s', async () => {
    const [mine, theirs] = [await addPart(workspace, 'By the agent'), await addPart(workspace, 'By REST')];
    const client = await connect(await mint('agents:act'));
    const input = { qty: 4 };
    const byAgent = await call(client, 'run_change', { action: 'inventory:use', record: target(mine), input });
    const path = `${workspace.path}/modules/inventory/actions/use`;
    const byRest = await server.as(workspace.owner).post<Content>(path, { record: target(theirs), input });
    const shapeOf = (value: unknown) =>
      JSON.stringify(value).replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[^"]+|By the agent|By REST|By-[A-Za-z-]+/g, '*');
    expect(shapeOf(byAgent.content)).toBe(shapeOf(byRest.body));

    const via = { type: 'agent', id: expect.any(String), client: 'robot' };
    const actor = { type: 'user', id: workspace.owner.id, via };
    const { owner } = workspace;
    const described = { kind: 'inventory:part', id: mine.id, fields: { description: 'Used by a robot' } };
    expect(await call(client, 'update_record', described)).toMatchObject({ isError: false });
    const history = await server
      .as(owner)
      .get<{ data: unknown[] }>(`${workspace.path}/modules/inventory/records/part/${mine.id}/history`);
    expect(history.body.data[0]).toMatchObject({ actor });
    const events = await server
      .as(owner)
      .get<{ data: unknown[] }>(`${workspace.path}/event-log?record_id=${mine.id}&name=inventory.stock.changed`);
    expect(events.body.data[0]).toMatchObject({ actor });
    const audit = await server.as(owner).get<{ data: unknown[] }>(`${workspace.path}/audit-log?action=agent.acted`);
    expect(audit.body.data.slice(0, 2)).toMatchObject([
      { actor, target: { tool: 'update_record inventory:part', record: target(mine) } },
      { actor, target: { tool: 'inventory:use', record: target(mine) } },
    ]);
  });

  it('is previewed without a trace: changes, events and the wires that would run', async () => {
    const part = await addPart(workspace, 'Previewed');
    const client = await connect(await mint('agents:act'));
    const wire = {
      name: 'Tell me',
      event: 'inventory.stock.changed',
      action: 'core-notifications:notify',
      input: { message: 'Changed' },
    };
    const made = await server.as(workspace.owner).post<{ id: string }>(`${workspace.path}/wires`, wire);
    expect(made.status).toBe(201);
    const args = { action: 'inventory:use', record: target(part), input: { qty: 4 }, preview: true };
    const { content, isError } = await call(client, 'run_change', args);
    expect(isError).toBe(false);
    expect(content).toMatchObject({
      preview: true,
      answer: { record: { id: part.id, fields: { on_hand: 6 } } },
      changes: expect.arrayContaining([expect.objectContaining({ kind: 'inventory:stock_item' })]),
      events: expect.arrayContaining([expect.objectContaining({ name: 'inventory.stock.changed' })]),
      wires: expect.arrayContaining([expect.objectContaining({ id: made.body.id, name: 'Tell me' })]),
    });
    expect(await readPart(workspace, part.id)).toEqual(part);
    const fields = { name: 'Never kept' };
    expect(await call(client, 'create_record', { kind: 'inventory:part', fields, preview: true })).toMatchObject({
      content: { preview: true, answer: { title: 'Never kept' } },
    });
    expect(await call(client, 'search', { q: 'Never kept' })).toMatchObject({ content: { data: [] } });
    await server.as(workspace.owner).delete(`${workspace.path}/wires/${made.body.id}`);
  });

  it('creates and changes records of listed kinds only, and reads pages', async () => {
    const client = await connect(await mint('agents:act'));
    const created = await call(client, 'create_record', {
      kind: 'inventory:part',
      fields: { name: 'Made here' },
      tags: ['agent'],
    });
    expect(created).toMatchObject({ isError: false, content: { title: 'Made here', tags: ['agent'] } });
    const { id, version } = created.content as unknown as Part;
    const change = { kind: 'inventory:part', id, fields: { description: 'Better' } };
    expect(await call(client, 'update_record', { ...change, version: version + 5 })).toMatchObject(
      refusal('version_conflict'),
    );
    expect(await call(client, 'update_record', { ...change, version })).toMatchObject({
      content: { fields: { description: 'Better' } },
    });
    expect(await call(client, 'create_record', { kind: 'projects:task', fields: { title: 'No' } })).toMatchObject(
      refusal('validation_failed'),
    );
    const page = await call(client, 'list_records', {
      kind: 'inventory:part',
      filter: 'name == "Made here"',
      fields: 'name',
    });
    expect(page.content).toMatchObject({ data: [{ id, fields: { name: 'Made here' } }], next_cursor: null });
    expect(await call(client, 'list_records', { kind: 'inventory:part', limit: 51 })).toMatchObject(
      refusal('validation_failed'),
    );
    expect(await call(client, 'list_records', { kind: 'inventory:part', filter: 'nope ==' })).toMatchObject(
      refusal('invalid_filter'),
    );
    expect(await call(client, 'describe_kind', { kind: 'inventory:part' })).toMatchObject({
      content: { writable: true },
    });
    expect((await call(client, 'describe_kind')).content).toMatchObject({ data: expect.any(Array) });
  });
});

describe('a destructive action', () => {
  const args = (part: Part) => ({ action: DESTRUCTIVE, record: target(part) });
  const approvals = () => `${workspace.path}/me/agent-approvals`;

  it('runs after the person has agreed in the client, and not after a refusal', async () => {
    const [part, kept] = [await addPart(workspace, 'Agreed\n“now”'), await addPart(workspace, 'Kept')];
    const asked: string[] = [];
    const token = await mint('agents:act');
    const agreeing = await connect(token, { person: (message) => asked.push(message) > 0 });
    expect(await call(agreeing, 'run_destructive', args(part))).toMatchObject({ isError: false });
    expect(asked).toEqual([expect.stringContaining('inventory:use_up')]);
    expect(asked[0]).not.toContain('\n');
    expect((await readPart(workspace, part.id)).fields).toMatchObject({ on_hand: 0 });

    const refusing = await connect(token, { person: () => false });
    expect(await call(refusing, 'run_destructive', args(kept))).toMatchObject(refusal('forbidden'));
    expect(await readPart(workspace, kept.id)).toEqual(kept);
  });

  it('waits in the web app where the client cannot ask, and runs once after the approval', async () => {
    const part = await addPart(workspace, 'Waiting');
    const client = await connect(await mint('agents:act'), { era: 'legacy' });
    const waiting = await call(client, 'run_destructive', args(part));
    expect(waiting).toMatchObject({ isError: false, content: { state: 'waiting', approval: expect.any(String) } });
    const { approval } = waiting.content as unknown as { approval: string };
    expect((await call(client, 'run_destructive', args(part))).content).toMatchObject({ approval });
    expect(await readPart(workspace, part.id)).toEqual(part);

    const owner = server.as(workspace.owner);
    const bell = await owner.get<{ data: { message: string; link_url: string }[] }>(`${workspace.path}/notifications`, {
      headers: { prefer: 'wait=5' },
    });
    expect(bell.body.data.filter(({ link_url: link }) => link?.endsWith(`/agent-approvals/${approval}`))).toHaveLength(
      1,
    );
    const list = await owner.get<{ data: unknown[] }>(`${approvals()}?state=pending`);
    expect(list.body.data).toEqual([
      expect.objectContaining({
        id: approval,
        state: 'pending',
        action: { id: DESTRUCTIVE, title: 'Use up stock' },
        record: { ...target(part), title: 'Waiting' },
        agent: { client: expect.any(String), token: { id: expect.any(String), name: 'Laptop' } },
      }),
    ]);
    expect((await server.as(await mint(null)).post(`${approvals()}/${approval}/approve`)).status).toBe(403);
    expect((await server.as(await workspace.admin()).post(`${approvals()}/${approval}/approve`)).status).toBe(404);
    expect((await owner.post(`${approvals()}/${approval}/approve`)).status).toBe(200);
    expect((await owner.post(`${approvals()}/${approval}/deny`)).status).toBe(409);

    const other = await addPart(workspace, 'Another');
    expect(await call(client, 'run_destructive', { ...args(other), approval })).toMatchObject(refusal('conflict'));
    expect(await call(client, 'run_destructive', { ...args(part), approval })).toMatchObject({ isError: false });
    expect((await readPart(workspace, part.id)).fields).toMatchObject({ on_hand: 0 });
    expect(await call(client, 'run_destructive', { ...args(part), approval })).toMatchObject(refusal('conflict'));
    expect((await owner.get(`${approvals()}/${approval}`)).body).toMatchObject({ state: 'used' });
    const audit = await owner.get<{ data: { action: string }[] }>(`${workspace.path}/audit-log?action=approval.*`);
    expect(audit.body.data.map(({ action }) => action)).toEqual(['approval.approved', 'approval.requested']);
  });

  it('is refused after a denial, and after the record has changed since the approval', async () => {
    const [denied, changed] = [await addPart(workspace, 'Denied'), await addPart(workspace, 'Changed')];
    const client = await connect(await mint('agents:act'));
    const owner = server.as(workspace.owner);
    const ask = async (part: Part) =>
      ((await call(client, 'run_destructive', args(part))).content as unknown as { approval: string }).approval;
    const [one, other] = [await ask(denied), await ask(changed)];
    await owner.post(`${approvals()}/${one}/deny`);
    expect(await call(client, 'run_destructive', { ...args(denied), approval: one })).toMatchObject(
      refusal('forbidden'),
    );
    await owner.post(`${approvals()}/${other}/approve`);
    const path = `${workspace.path}/modules/inventory/records/part/${changed.id}`;
    expect((await owner.patch(path, { fields: { description: 'Precious' } })).status).toBe(200);
    expect(await call(client, 'run_destructive', { ...args(changed), approval: other })).toMatchObject(
      refusal('version_conflict'),
    );
    expect((await readPart(workspace, changed.id)).fields).toMatchObject({ on_hand: 10 });
  });

  it('has one effect for many confirmations of one state, and none for another call or token', async () => {
    const part = await addPart(workspace, 'Raced');
    const [token, stranger] = [await mint('agents:act'), await mint('agents:act')];
    const run = (params: object, as = token) =>
      post(as, envelope('tools/call', { name: 'run_destructive', arguments: args(part), ...params }), {
        headers: modern('tools/call', 'run_destructive'),
      });
    const first = (await (await run({})).json()) as { result: { resultType: string; requestState: string } };
    expect(first.result.resultType).toBe('input_required');
    const given = {
      requestState: first.result.requestState,
      inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
    };
    const codeOf = async (reply: Response) => {
      const { result } = (await reply.json()) as { result: { isError?: boolean; structuredContent: Content } };
      return result.isError === true ? result.structuredContent.code : 'done';
    };
    expect(await codeOf(await run({ ...given, arguments: { ...args(part), input: { reason: 'else' } } }))).toBe(
      'conflict',
    );
    expect(await codeOf(await run(given, stranger))).toBe('conflict');
    expect(await codeOf(await run({ ...given, requestState: 'forged' }))).toBe('conflict');
    const codes = await Promise.all(Array.from({ length: 30 }, async () => codeOf(await run(given))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(
      codes.filter(
        (code) => code !== 'done' && code !== 'conflict' && code !== 'version_conflict' && code !== 'rate_limited',
      ),
    ).toEqual([]);
    const moves = await server
      .as(workspace.owner)
      .get<{ data: unknown[] }>(`${workspace.path}/event-log?record_id=${part.id}&name=inventory.stock.changed`);
    expect(moves.body.data).toHaveLength(2);
  });
});

/** A message of the revision of 2026 by a program that can ask its person. */
function envelope(method: string, params: object) {
  return {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      },
    },
  };
}
const modern = (method: string, name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  'mcp-name': name,
});

describe('the list of tools', () => {
  it('is exactly what role, scope and setting allow together', async () => {
    const [owner, admin, member, viewer] = [
      workspace.owner,
      await workspace.admin(),
      await workspace.member(),
      await workspace.viewer(),
    ];
    const rows = await server.as(owner).get<{ data: readonly Action[] }>(`${workspace.path}/actions?limit=200`);
    const RANK = ['viewer', 'member', 'admin', 'owner'];
    const wrong: string[] = [];
    let cells = 0;
    for (const tools of [
      [],
      ['read'],
      ['inventory:*'],
      ['read', 'projects:*', 'inventory:use', 'inventory:use_up', 'nothing:here'],
    ]) {
      await setAgents(workspace, { tools });
      for (const [role, user] of Object.entries({ owner, admin, member, viewer }))
        for (const scope of ['agents:read', 'agents:act', null]) {
          const client = await connect(await mint(scope, user), { query: '?mode=direct' });
          const listed = new Set(namesOf(await listTools(client)));
          const acts = scope !== 'agents:read';
          for (const action of rows.body.data) {
            cells += 1;
            const { destructive, read_only: readOnly } = action.effects;
            const named =
              tools.includes(action.id) ||
              (!destructive && (tools.includes(`${action.module}:*`) || (readOnly && tools.includes('read'))));
            const expected = named && (acts || readOnly) && RANK.indexOf(role) >= RANK.indexOf(action.role);
            if (listed.has(`${action.module}_${action.name}`) !== expected)
              wrong.push(`${role} ${scope} ${tools.join()} ${action.id}`);
          }
          cells += 2;
          if (listed.has('list_records') !== tools.includes('read'))
            wrong.push(`${role} ${scope} ${tools.join()} list_records`);
          const writes = acts && role !== 'viewer' && tools.some((tool) => tool.endsWith(':*'));
          if (listed.has('update_record') !== writes) wrong.push(`${role} ${scope} ${tools.join()} update_record`);
        }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(4_000);
    await setAgents(workspace, { tools: TOOLS });
  });

  it('is under 12 kB by default and in find mode, and under 40 kB with forty actions', async () => {
    await setAgents(workspace, { tools: ['read'] });
    const bytes = async (query: string) =>
      Buffer.byteLength(JSON.stringify(await listTools(await connect(await mint(null), { query }))));
    expect(await bytes('')).toBeLessThan(12_000);
    await setAgents(workspace, {
      tools: ['read', 'inventory:*', 'projects:*', 'spaces:*', 'purchases:*', DESTRUCTIVE],
    });
    expect(await bytes('')).toBeLessThan(12_000);
    await setAgents(workspace, { tools: ['projects:*', 'spaces:*', 'purchases:*'] });
    expect(await bytes('?mode=direct')).toBeLessThan(40_000);
    await setAgents(workspace, { tools: TOOLS });
  });

  it('has hints that equal the effects, plain schemas and names that every program takes', async () => {
    const rows = await server
      .as(workspace.owner)
      .get<{ data: readonly Action[] }>(`${workspace.path}/actions?limit=200`);
    const all = rows.body.data;
    await setAgents(workspace, { tools: ['read', ...all.map(({ id }) => id)] });
    const tools = new Map(
      (await listTools(await connect(await mint(null), { query: '?mode=direct' }))).map((tool) => [tool.name, tool]),
    );
    for (const { module, name, effects } of all)
      expect(tools.get(`${module}_${name}`)?.annotations).toEqual({
        readOnlyHint: effects.read_only,
        destructiveHint: effects.destructive,
        idempotentHint: effects.idempotent,
        openWorldHint: false,
      });
    for (const { name, inputSchema } of tools.values()) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(JSON.stringify(inputSchema)).not.toMatch(/"x-|"~|0\.000001/);
    }
    await setAgents(workspace, { tools: TOOLS });
  });

  it('is narrowed by the query, and never widened', async () => {
    const narrow = await connect(await mint(null), {
      query: '?mode=direct&tools=inventory:use,projects,purchases:cancel',
    });
    expect(
      namesOf(await listTools(narrow)).filter((name) => name.includes('_') && !/^(list|get|describe)_/.test(name)),
    ).toEqual(['inventory_use']);
    expect((await post(await mint(null), PING, { path: `${workspace.path}` })).status).toBe(200);
  });
});

interface Action {
  readonly id: string;
  readonly module: string;
  readonly name: string;
  readonly role: string;
  readonly effects: { readonly destructive: boolean; readonly idempotent: boolean; readonly read_only: boolean };
}

describe('another workspace', () => {
  it('is in no answer, and its ids are answered as ids that do not exist', async () => {
    const client = await connect(await mint(null));
    const nowhere = '0190a6e2-7c1d-7b3a-9f00-000000000001';
    const answers: unknown[] = [];
    for (const [name, argsOf] of [
      ['get_record', (id: string) => ({ kind: 'inventory:part', id })],
      ['update_record', (id: string) => ({ kind: 'inventory:part', id, fields: { name: 'x' } })],
      ['run_change', (id: string) => ({ action: 'inventory:use', record: target({ id }), input: { qty: 1 } })],
      [
        'run_change',
        (id: string) => ({ action: 'inventory:use', record: target({ id }), input: { qty: 1 }, preview: true }),
      ],
      ['run_destructive', (id: string) => ({ action: DESTRUCTIVE, record: target({ id }) })],
      ['run_destructive', (id: string) => ({ action: DESTRUCTIVE, record: target({ id: nowhere }), approval: id })],
    ] as const) {
      const [other, random] = [
        await call(client, name, argsOf(foreignPart.id)),
        await call(client, name, argsOf(nowhere)),
      ];
      expect(other.isError).toBe(true);
      expect(JSON.stringify(other).replaceAll(foreignPart.id, nowhere)).toBe(JSON.stringify(random));
      answers.push(other);
    }
    answers.push(
      await call(client, 'search', { q: CANARY }),
      await call(client, 'list_records', { kind: 'inventory:part' }),
    );
    answers.push(await listTools(client), await client.listResources());
    expect(JSON.stringify(answers)).not.toContain(CANARY);
    expect(await readPart(foreign, foreignPart.id)).toEqual(foreignPart);
  });
});

describe('GET /orgs/{workspace}/agents', () => {
  it('shows what the setting amounts to for the caller', async () => {
    await setAgents(workspace, {
      tools: ['read', 'inventory:use', 'projects:task', 'nothing:here'],
      confirm: 'two-step',
    });
    const { body } = await server.as(await workspace.member()).get(`${workspace.path}/agents`);
    expect(body).toMatchObject({
      enabled: true,
      url: expect.stringMatching(new RegExp(`/api/v1/orgs/${workspace.slug}/mcp$`)),
      confirm: 'two-step',
      unknown: ['nothing:here'],
      actions: expect.arrayContaining([
        expect.objectContaining({ id: 'inventory:use', scope: 'agents:act', destructive: false }),
      ]),
      kinds: [{ id: 'projects:task', title: 'Task' }],
    });
    const wrong = await server
      .as(workspace.owner)
      .patch(`${workspace.path}/modules/agents`, { settings: { tools: ['everything'] } });
    expect(wrong.status).toBe(422);
  });

  it('lets an agent confirm by itself where the workspace accepts two steps', async () => {
    await setAgents(workspace, { tools: TOOLS, confirm: 'two-step' });
    const part = await addPart(workspace, 'Two steps');
    const client = await connect(await mint('agents:act'));
    const asked = await call(client, 'run_destructive', { action: DESTRUCTIVE, record: target(part) });
    expect(asked.content).toMatchObject({ state: 'confirm', confirm: expect.any(String) });
    const { confirm } = asked.content as unknown as { confirm: string };
    expect(await call(client, 'run_destructive', { action: DESTRUCTIVE, record: target(part), confirm })).toMatchObject(
      { isError: false },
    );
    expect((await readPart(workspace, part.id)).fields).toMatchObject({ on_hand: 0 });
    await setAgents(workspace, { tools: TOOLS });
  });
});

describe('find_actions', () => {
  it('has the right action among the first three for forty intents', async () => {
    const everything = await server.workspace();
    const rows = await server
      .as(everything.owner)
      .get<{ data: readonly Action[] }>(`${everything.path}/actions?limit=200`);
    await setAgents(everything, { tools: ['read', ...rows.body.data.map(({ id }) => id)] });
    const client = await connect(await mint(null, everything.owner, everything), { path: everything.path });
    const missed: string[] = [];
    for (const [sentence, action] of INTENTS) {
      const { content } = await call(client, 'find_actions', { query: sentence, limit: 3 });
      const found = (content as unknown as { data: readonly { action: string }[] }).data.map((one) => one.action);
      if (!found.includes(action)) missed.push(`${sentence}: ${found.join(', ')}`);
    }
    expect(INTENTS).toHaveLength(40);
    expect(missed).toEqual([]);
    const described = await call(client, 'describe_action', { action: 'inventory:use' });
    expect(described.content).toMatchObject({
      run_with: 'run_change',
      previewable: true,
      confirmed_by: null,
      input: { type: 'object' },
    });
    expect(await call(client, 'run_read', { action: 'inventory:use' })).toMatchObject(refusal('conflict'));
  });
});

describe('the limits of agents', () => {
  it('stop a token that writes more than 60 times in a minute', async () => {
    const part = await addPart(workspace, 'Hammered', 1_000);
    const client = await connect(await mint('agents:act'));
    const run = () =>
      call(client, 'run_change', { action: 'inventory:use', record: target(part), input: { qty: 1 }, preview: true });
    const outcomes: Outcome[] = [];
    for (let at = 0; at < 61; at += 1) outcomes.push(await run());
    expect(outcomes.filter(({ isError }) => isError)).toMatchObject([refusal('rate_limited')]);
  });
});
