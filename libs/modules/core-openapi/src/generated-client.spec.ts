import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { coreOpenapi } from './core-openapi.module.js';
import { generateClient, type GeneratedClient } from '../fixtures/generated-client.js';
import { workshop } from '../fixtures/workshop.js';

let server: TestServer;
let workspace: TestWorkspace;
let client: GeneratedClient;

beforeAll(async () => {
  server = await createTestServer({ modules: [coreOpenapi, workshop] });
  workspace = await server.workspace();
  const { text } = await server.as(workspace.owner).get(`${workspace.path}/modules/core-openapi/openapi.json`);
  client = await generateClient(text);
});
afterAll(async () => {
  await client.remove();
  await server.close();
});

/** Compiling needs time on a busy machine. */
const COMPILING_MS = 120_000;

const START = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';
const { ADDRESS = '', TOKEN = '', WORKSPACE: workspace = '' } = process.env;
const api = createClient<paths>({ baseUrl: ADDRESS, headers: { authorization: \`Bearer \${TOKEN}\` } });
`;
const TOOLS = '/api/v1/orgs/{workspace}/modules/workshop/records/tool';
const create = (fields: string) => `${START}
const { data, error } = await api.POST('${TOOLS}', { params: { path: { workspace } }, body: { fields: ${fields} } });
`;
const USE_TOOLS = `${create("{ name: 'Hammer', weight_kg: 0.3 }")}
if (!data) throw new Error(error.error.code);
const tool: components['schemas']['WorkshopTool'] = data;
const page = await api.GET('${TOOLS}', { params: { path: { workspace }, query: { sort: '-created_at', limit: 1 } } });
const missing = await api.GET('${TOOLS}/{id}', { params: { path: { workspace, id: '0190a6e2-7c1d-7b3a-9f00-00000000ffff' } } });
const code: string | undefined = missing.error?.error.code;
console.log(JSON.stringify([tool.fields.name, tool.fields.state, page.data?.data[0]?.id === tool.id, code]));
`;

describe('a client generated from the document', () => {
  it(
    'compiles under strict TypeScript',
    async () => {
      expect(await client.objections(USE_TOOLS)).toEqual([]);
    },
    COMPILING_MS,
  );

  it(
    'does not compile with a value that the field cannot have, or without a required field',
    async () => {
      const [wrong] = await client.objections(create("{ name: 'Hammer', state: 'shiny' }"));
      const [missing] = await client.objections(create('{ weight_kg: 1 }'));

      expect(wrong).toContain('"shiny"');
      expect(missing).toContain("'name' is missing");
    },
    COMPILING_MS,
  );

  it('calls the running server', async () => {
    const environment = { ADDRESS: await server.listen(), TOKEN: workspace.owner.token, WORKSPACE: workspace.slug };

    expect(JSON.parse(await client.run(USE_TOOLS, environment))).toEqual(['Hammer', 'fine', true, 'not_found']);
  });
});
