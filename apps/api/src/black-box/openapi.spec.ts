import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createExamples,
  createShippedServer,
  driveOperations,
  validateAnswer,
  type OpenApiDocument,
  type TestClient,
  type SweptServer,
  type TestWorkspace,
  rounds,
} from '@cubit/testing';
import { arbitraryRequest, lintOpenApi, partOfDocument } from '@cubit/testing/openapi';
import { CUSTOM_FIELD_NAMES } from '@cubit/core/host';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { PRODUCT } from './product.js';

/** The validators need time for a large document on a busy machine. */
const JUDGING_MS = 300_000;
/** `OPENAPI_RUNS=20000 OPENAPI_SEED=$RANDOM npx jest openapi` tests more. */
const RUNS = Number(process.env['OPENAPI_RUNS'] ?? rounds(400));
const SEED = Number(process.env['OPENAPI_SEED'] ?? 1);
/** Requests delete records: after so many, a new workspace is used. */
const RUNS_OF_WORKSPACE = 400;
const RUN_MS = 60_000 + RUNS * 100;

let server: SweptServer;
let workspace: TestWorkspace;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
});
afterAll(async () => {
  await server.close();
  // No request of any spec in this file may be answered with a 5xx.
  expect(server.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});

const read = (of: TestWorkspace) =>
  server.as(of.owner).get<OpenApiDocument>(`${of.path}/modules/core-openapi/openapi.json`);

function operationsOf({ paths }: OpenApiDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** With a custom field of every type, with realistic names. */
async function workspaceWithFields(): Promise<TestWorkspace> {
  const custom = await server.workspace();
  const more: Readonly<Record<string, object>> = {
    select: { options: ['a', `'"<b>"'`, '$ref'], default: '$ref' },
    multi_select: { options: ['x', 'y'] },
    record: { target_kind: 'spaces:location' },
  };
  for (const type of CUSTOM_FIELD_NAMES) {
    const answered = {
      title: `Of the type ${type}`,
      help: 'Said with `code` and <b>tags</b>',
      unit: '°C',
      required: type === 'text',
    };
    const definition = { kind: 'inventory:part', name: `my_${type}`, type, ...answered, ...more[type] };
    const reply = await server.as(custom.owner).post(`${custom.path}/field-definitions`, definition);
    expect([type, reply.status]).toEqual([type, 201]);
  }
  return custom;
}

describe('the OpenAPI document of a workspace with all modules', () => {
  it(
    'is valid, and passes every recommended rule of Redocly and Spectral',
    async () => {
      const { body: document } = await read(await workspaceWithFields());
      // The linters take half a second of processor time for each ten paths.
      const part = partOfDocument(document, rounds(Object.keys(document.paths).length));
      expect(await lintOpenApi(JSON.stringify(part))).toEqual([]);
    },
    JUDGING_MS,
  );

  it('contains every route of the router except HTML pages, and no other', async () => {
    const routes = server.kernel.routes
      .filter(({ hidden }) => hidden !== true)
      .map(({ method, path }) => `${method} ${path}`);

    expect([...operationsOf((await read(workspace)).body)].sort()).toEqual([...routes].sort());
  });

  it('is the same for every workspace with the same modules, except for its name', async () => {
    const other = await server.workspace();
    const [one, two] = [(await read(workspace)).text, (await read(other)).text];

    expect(two.replaceAll(other.slug, workspace.slug).replaceAll(other.id, workspace.id)).toBe(one);
  });

  it.each(BUILT_IN_MODULES.filter(({ always }) => !always).map(({ name }) => name))(
    'describes only what is enabled: %s with the modules that it requires',
    async (name) => {
      const enabled = new Set<string>();
      const enable = (module: string) => {
        enabled.add(module);
        for (const needed of BUILT_IN_MODULES.find((candidate) => candidate.name === module)?.requires ?? [])
          enable(needed);
      };
      enable(name);
      const { body } = await read(await server.workspace({ modules: [...enabled] }));

      const always = BUILT_IN_MODULES.filter((module) => module.always).map((module) => module.name);
      const mentioned = Object.keys(body.paths).flatMap((path) => /\/modules\/([a-z-]+)\//.exec(path)?.[1] ?? []);
      expect(new Set(mentioned)).toEqual(new Set([...enabled, ...always]));
    },
  );
});

/**
 * Creates resources that are not records (wires, channels, integrations) from the examples of their routes. Returns
 * ids by the path of the list.
 */
async function createResources(tried: TestWorkspace, client: TestClient): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (const { method, path, body, responses } of server.kernel.routes) {
    const isList =
      method === 'POST' && path.startsWith('/api/v1/orgs/') && !path.replace('{workspace}', '').includes('{');
    if (!isList || !responses[201] || !body?.example || path.includes('/records/')) continue;
    const reply = await client.post<{ id?: unknown }>(path.replace('{workspace}', tried.slug), body.example);
    if (reply.status === 201 && typeof reply.body.id === 'string') made.set(path, reply.body.id);
  }
  return made;
}

/** Sends random requests in a new workspace with a record of each kind. Returns the statuses of the answers. */
async function tryRequests(seed: number, count: number): Promise<readonly number[]> {
  const tried = await server.workspace();
  const client = server.as(await server.mintToken(tried.owner));
  const { body: document } = await read(tried);
  const examples = await createExamples({ registry: server.kernel.registry, workspace: tried, client });
  const ids = new Map([...examples.values()].map(({ kind, id }) => [kind, [id]]));
  for (const [list, id] of await createResources(tried, client)) ids.set(list, [id]);
  const statuses: number[] = [];
  const requests = arbitraryRequest({ document, workspace: tried.slug, ids });

  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const reply = await client.request(request);
      statuses.push(reply.status);
      expect(validateAnswer(document, { ...reply, method: request.method, path: request.path })).toEqual([]);
      // A disabled module would answer every further request with the same error.
      if (request.method === 'PATCH' && /\/modules\/[^/]+$/.test(request.path))
        await client.patch(request.path, { enabled: true });
    }),
    { numRuns: count, seed, endOnFailure: true },
  );
  return statuses;
}

describe('answers to requests that the document describes', () => {
  it(
    'match the document, for every operation with its example',
    async () => {
      const driven = await server.workspace();
      const { body: document } = await read(driven);
      const { faults, statuses } = await driveOperations(document, {
        address: await server.listen(),
        workspace: driven.slug,
        token: await server.mintToken(driven.owner),
      });

      expect(faults).toEqual([]);
      expect(statuses.size).toBe(operationsOf(document).length);
    },
    JUDGING_MS,
  );

  it(
    `match the document, and never have a 5xx, for ${RUNS} requests generated from it`,
    async () => {
      const statuses: number[] = [];
      for (let done = 0; done < RUNS; done += RUNS_OF_WORKSPACE)
        statuses.push(...(await tryRequests(SEED + done, Math.min(RUNS - done, RUNS_OF_WORKSPACE))));

      // Requests that are all refused would prove little.
      expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(RUNS / 5);
    },
    RUN_MS,
  );
});
