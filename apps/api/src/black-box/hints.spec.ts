import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { untitledIn } from '@cubit/core/host';
import { createShippedServer, type SweptServer, type TestWorkspace } from '@cubit/testing';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { PRODUCT } from './product.js';

/** What a phone loads before it can draw a workspace for the first time. */
const MAX_UI_BYTES = 45 * 1024;

let server: SweptServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
});
afterAll(() => server.close());

const read = async () => {
  const { status, body } = await server.as(workspace.owner).get(`${workspace.path}/ui`);
  expect(status).toBe(200);
  return body;
};
describe('every built-in module', () => {
  it.each(BUILT_IN_MODULES.map((module) => [module.name, module] as const))(
    '%s gives each field, input and setting a title',
    (_, module) => {
      expect(untitledIn(module)).toEqual([]);
    },
  );
});

describe('GET /orgs/{workspace}/ui with all modules', () => {
  it(`is at most ${MAX_UI_BYTES / 1024} KiB as gzip`, async () => {
    const bytes = gzipSync(JSON.stringify(await read())).length;
    expect(bytes).toBeLessThanOrEqual(MAX_UI_BYTES);
  });
});
