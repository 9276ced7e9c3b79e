import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestServer,
  driveOperations,
  type DriveResult,
  type OpenApiDocument,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { lintOpenApi } from '@cubit/testing/openapi';
import { describedRoutes } from './document/build-document.js';
import { coreOpenapi } from './core-openapi.module.js';
import { workshop } from '../fixtures/workshop.js';

/** The validators need time on a busy machine. */
const JUDGING_MS = 120_000;
const DOCUMENT = '/modules/core-openapi/openapi.json';

let server: TestServer;
let workspace: TestWorkspace;

beforeAll(async () => {
  server = await createTestServer({ modules: [coreOpenapi, workshop] });
  workspace = await server.workspace();
});
afterAll(() => server.close());

const read = (of: TestWorkspace, headers: Record<string, string> = {}) =>
  server.as(of.owner).get(`${of.path}${DOCUMENT}`, { headers });
const documentOf = async (of: TestWorkspace) => (await read(of)).body as unknown as OpenApiDocument;

function operationsOf({ paths }: OpenApiDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

describe('the OpenAPI document of a workspace', () => {
  it(
    'is valid, and passes every recommended rule of Redocly and Spectral',
    async () => {
      const { text } = await read(workspace);

      expect(await lintOpenApi(text)).toEqual([]);
    },
    JUDGING_MS,
  );

  it(
    'stays valid without modules, and with any names',
    async () => {
      const bare = await server.workspace({ modules: [] });
      await server.as(bare.owner).patch(bare.path, { name: 'A <script>alert(1)</script> & eval(x) `"\\' });

      expect(await lintOpenApi((await read(bare)).text)).toEqual([]);
    },
    JUDGING_MS,
  );

  it('contains every route except HTML pages, and no other', async () => {
    const routes = server.kernel.routes
      .filter((route) => route.hidden !== true)
      .map(({ method, path }) => `${method} ${path}`);

    expect([...operationsOf(await documentOf(workspace))].sort()).toEqual([...routes].sort());
  });

  it('omits the routes of disabled modules', async () => {
    const bare = await server.workspace({ modules: [] });

    const operations = operationsOf(await documentOf(bare));

    expect(operations.filter((operation) => operation.includes('/modules/workshop/'))).toEqual([]);
    expect(operations).toContain('GET /api/v1/orgs/{workspace}/modules');
    expect(
      describedRoutes({ routes: server.kernel.routes, schema: { modules: new Map() } } as never).length,
    ).toBeLessThan(operations.length);
  });

  it('changes immediately when a module is enabled or disabled', async () => {
    const changing = await server.workspace();
    const before = await read(changing);
    await server.as(changing.owner).patch(`${changing.path}/modules/workshop`, { enabled: false });
    const off = await read(changing);
    await server.as(changing.owner).patch(`${changing.path}/modules/workshop`, { enabled: true });
    const on = await read(changing);

    expect(off.text).not.toContain('/modules/workshop/');
    expect(off.headers['etag']).not.toBe(before.headers['etag']);
    expect(on.text).toBe(before.text);
  });

  it('is answered in part with ?modules=, with a tag of its own', async () => {
    const part = (modules: string) =>
      server.as(workspace.owner).get<OpenApiDocument>(`${workspace.path}${DOCUMENT}?modules=${modules}`);
    const [whole, own] = [await read(workspace), await part('workshop')];

    expect(operationsOf(own.body).length).toBeGreaterThan(5);
    expect(operationsOf(own.body).filter((operation) => !operation.includes('/modules/workshop/'))).toEqual([]);
    expect(own.headers['etag']).not.toBe(whole.headers['etag']);
    expect(operationsOf((await part('platform')).body)).toContain('GET /api/v1/me');
    expect(await part('absent')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_query', details: [{ path: 'query:modules' }] } },
    });
  });

  it('is answered with 304 while it is unchanged', async () => {
    const { headers } = await read(workspace);
    const again = await read(workspace, { 'if-none-match': String(headers['etag']) });

    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('requires membership', async () => {
    const stranger = await server.register();

    expect((await server.as(stranger).get(`${workspace.path}${DOCUMENT}`)).status).toBe(404);
    expect((await server.anonymous.get(`${workspace.path}${DOCUMENT}`)).status).toBe(401);
  });
});

describe('answers of the server', () => {
  let drive: DriveResult;
  let document: OpenApiDocument;

  beforeAll(async () => {
    const driven = await server.workspace();
    document = await documentOf(driven);
    drive = await driveOperations(document, {
      address: await server.listen(),
      workspace: driven.slug,
      token: driven.owner.token,
    });
  });

  it('match the document, for every operation', () => {
    expect(drive.faults).toEqual([]);
    expect(drive.statuses.size).toBe(operationsOf(document).length);
  });

  it("succeed for the document's own examples if they need no external resources", () => {
    const succeeded = [...drive.statuses].filter(([, status]) => status < 300).map(([operation]) => operation);

    expect(succeeded).toEqual(
      expect.arrayContaining([
        'createWorkshopTool',
        'runWorkshopRepair',
        'listWorkshopTool',
        'getWorkshopTool',
        'updateWorkshopTool',
        'deleteWorkshopTool',
        'listModules',
        'listEvents',
      ]),
    );
  });
});
