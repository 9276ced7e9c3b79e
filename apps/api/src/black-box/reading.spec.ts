import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createExamples,
  createShippedServer,
  endedJob,
  type TestClient,
  type SweptServer,
  type TestReply,
  type TestWorkspace,
} from '@cubit/testing';
import { PRODUCT } from './product.js';

const SCOPE = 'records:read';
const ALL_ROUTES_MS = 120_000;
const UNKNOWN_ID = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Open to viewers, but not to a token that reads: addresses of members, and what serves one program of a person. */
const KEPT_BACK = [
  'listProjectsCalendarAddresses',
  'listMembers',
  'listAgentApprovals',
  'getAgentApproval',
  'listDrivenTabs',
  'streamTabCommands',
];

const NEEDING_A_PARAMETER = ['scan', 'scanCode', 'search'];

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}
interface DocumentedOperation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly 'x-role'?: string;
  readonly 'x-scopes'?: readonly string[];
}

interface ArchiveJob {
  readonly state: string;
  readonly finished_at: string | null;
  readonly result: { readonly file: string } | null;
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly role: string | undefined;
  readonly anonymous: boolean;
  readonly example: unknown;
  readonly scopes: readonly string[];
}

let server: SweptServer;
let workspace: TestWorkspace;
let reader: TestClient;
let token: string;
let operations: readonly Operation[];

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
  token = await server.mintToken(workspace.owner, { scopes: [SCOPE] });
  reader = server.as(token);
  const client = server.as(await server.mintToken(workspace.owner));
  await createExamples({ registry: server.kernel.registry, workspace, client });
  operations = operationsOf((await client.get<Document>(documentPath())).body);
}, ALL_ROUTES_MS);
afterAll(() => server.close());

const documentPath = () => `${workspace.path}/modules/core-openapi/openapi.json`;
const codeOf = ({ body }: TestReply<unknown>) => (body as { error?: { code?: string } } | undefined)?.error?.code;

function operationsOf({ paths }: Document): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = methods[method];
      return operation ? [operationOf(method.toUpperCase(), path, operation)] : [];
    }),
  );
}

function operationOf(method: string, path: string, operation: DocumentedOperation): Operation {
  return {
    id: operation.operationId,
    method,
    path: path.replace('{workspace}', workspace.slug).replaceAll(/\{\w+\}/g, UNKNOWN_ID),
    role: operation['x-role'],
    anonymous: operation.security?.length === 0,
    example: Object.values(operation.requestBody?.content ?? {})[0]?.example,
    scopes: operation['x-scopes'] ?? [],
  };
}

const isReading = ({ id, method, role }: Operation) => method === 'GET' && role === 'viewer' && !KEPT_BACK.includes(id);

/** The operations whose answer is not as wanted, with the answer. */
async function misfits(
  those: readonly Operation[],
  fits: (reply: TestReply<unknown>) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { id, method, path, example } of those) {
    const reply = await reader.request<unknown>({ method, path, body: method === 'GET' ? undefined : example });
    if (!fits(reply)) wrong.push(`${id}: ${reply.status} ${codeOf(reply) ?? ''}`);
  }
  return wrong;
}

describe('a token that may only read', () => {
  it(
    'is refused by every operation that does not only read',
    async () => {
      const writing = operations.filter(({ method, anonymous }) => method !== 'GET' && !anonymous);

      expect(writing.length).toBeGreaterThan(300);
      expect(await misfits(writing, (reply) => reply.status === 403 && codeOf(reply) === 'scope_denied')).toEqual([]);
    },
    ALL_ROUTES_MS,
  );

  it(
    'reads whatever a viewer of the workspace reads',
    async () => {
      const reading = operations.filter((operation) => isReading(operation) && operation.id !== 'streamEvents');

      expect(reading.length).toBeGreaterThan(300);
      const [ofOne, lists] = [true, false].map((one) =>
        reading.filter(({ path }) => path.includes(UNKNOWN_ID) === one),
      );
      expect(await misfits(ofOne ?? [], ({ status }) => status < 300 || status === 404)).toEqual([]);
      const complete = (lists ?? []).filter(({ id }) => !NEEDING_A_PARAMETER.includes(id));
      expect(await misfits(complete, ({ status }) => status === 200)).toEqual([]);
    },
    ALL_ROUTES_MS,
  );

  it('reads nothing that administers the workspace, shows addresses of members or concerns the person', async () => {
    const others = operations.filter((operation) => operation.method === 'GET' && !isReading(operation));
    const closed = others.filter(({ anonymous, id }) => !anonymous && id !== 'getCurrentApiToken');

    expect(closed.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        ...KEPT_BACK,
        ...['listAuditEntries', 'exportAuditLog', 'listInvitations', 'listIntegrations', 'getIntegration'],
        ...['listIntegrationHits', 'listNotificationChannels', 'listFeedback', 'pollCommands'],
        ...['getMe', 'listApiTokens', 'listSessions', 'listMySettings'],
      ]),
    );
    expect(await misfits(closed, (reply) => codeOf(reply) === 'scope_denied')).toEqual([]);
  });

  it('is named by the OpenAPI document at exactly the operations that it reaches', () => {
    const named = operations.filter(({ scopes }) => scopes.includes(SCOPE));

    expect(named.map(({ id }) => id).sort()).toEqual(
      operations
        .filter(isReading)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('may send HEAD, and neither pretends another method nor previews an action', async () => {
    const part = `${workspace.path}/modules/inventory/records/part`;
    const head = await reader.request({ method: 'HEAD', path: part });
    const pretended = await reader.post(
      part,
      { fields: { name: 'X' } },
      { headers: { 'x-http-method-override': 'GET' } },
    );
    const previewed = await reader.post(`${workspace.path}/modules/inventory/actions/use?dry_run=true`, {});

    expect([head.status, codeOf(pretended), codeOf(previewed)]).toEqual([200, 'scope_denied', 'scope_denied']);
  });

  it('follows the event stream', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const stop = new AbortController();
    const response = await fetch(`${server.address}${workspace.path}/event-stream`, { headers, signal: stop.signal });

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    stop.abort();
  });

  it('sees what a viewer sees, whatever its owner may do', async () => {
    const owner = server.as(workspace.owner);
    const { body: job } = await owner.post<{ id: string }>(`${workspace.path}/archive`);
    const { result } = await endedJob(
      async () => (await owner.get<ArchiveJob>(`${workspace.path}/jobs/${job.id}`)).body,
    );
    const content = `${workspace.path}/files/${result?.file}/content`;

    expect([(await owner.get(content)).status, (await reader.get(content)).status]).toEqual([200, 404]);
    expect((await reader.get(`${workspace.path}/ui`)).body['role']).toBe('viewer');
  });

  it('exports records without the addresses of members', async () => {
    const owner = server.as(workspace.owner);
    const tasks = `${workspace.path}/modules/projects/records/task`;
    await owner.post(tasks, { fields: { title: 'Sand the floor', assignees: [workspace.owner.id] } });

    for (const format of ['csv', 'json', 'ndjson']) {
      const [whole, without] = [owner, reader].map((client) => client.get(`${tasks}/export?format=${format}`));
      expect((await whole)?.text).toContain(workspace.owner.email);
      expect((await without)?.text).toContain(workspace.owner.id);
      expect((await without)?.text).not.toContain(workspace.owner.email);
    }
  });

  it('can be bound to one workspace', async () => {
    const other = await server.workspace({ owner: workspace.owner });
    const bound = server.as(await server.mintToken(workspace.owner, { scopes: [SCOPE], workspace: workspace.slug }));

    expect((await reader.get(other.path)).status).toBe(200);
    expect([(await bound.get(workspace.path)).status, (await bound.get(other.path)).status]).toEqual([200, 404]);
  });

  it('keeps what another of its scopes allows', async () => {
    const both = server.as(await server.mintToken(workspace.owner, { scopes: [SCOPE, 'feedback:intake'] }));
    const items = `${workspace.path}/modules/feedback/items`;

    expect((await both.post(items, { text: 'Fine.', kind: 'praise' })).status).toBe(201);
    expect(codeOf(await both.get(items))).toBe('scope_denied');
    expect((await both.get(workspace.path)).status).toBe(200);
  });
});
