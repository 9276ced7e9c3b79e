import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createShippedServer, dumpSchema, type SweptServer } from '@cubit/testing';
import { openApiParts, type WholeDocument } from '../fixtures/openapi-parts.js';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { PRODUCT } from './product.js';

const FOLDER = fileURLToPath(new URL('../../golden/', import.meta.url));
const IS_UPDATE = process.env['UPDATE_GOLDEN'] === '1';

let server: SweptServer;
/** The OpenAPI document with all modules enabled, and its parts. */
let document: WholeDocument;
let parts: ReadonlyMap<string, string>;
beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  const workspace = await server.workspace();
  const path = `${workspace.path}/modules/core-openapi/openapi.json`;
  ({ body: document } = await server.as(workspace.owner).get<WholeDocument>(path));
  parts = openApiParts(document);
  if (IS_UPDATE) rmSync(`${FOLDER}openapi`, { recursive: true, force: true });
});
afterAll(() => server.close());

/** The agreed text; with `UPDATE_GOLDEN=1`, the present text. */
function golden(name: string, present: string): string {
  if (IS_UPDATE) {
    mkdirSync(dirname(FOLDER + name), { recursive: true });
    writeFileSync(FOLDER + name, present);
  }
  return readFileSync(FOLDER + name, 'utf8');
}

// A difference is a change that clients or databases will see. If it is intended: UPDATE_GOLDEN=1 npm test --
// --projects=@cubit/api
describe('the contract with clients and databases (if a change is intended: UPDATE_GOLDEN=1)', () => {
  it('is unchanged in operations.txt: the operations of the OpenAPI document', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${path} ${method.toUpperCase()} ${operationId}`),
    );

    const present = `${operations.sort().join('\n')}\n`;

    expect(present).toBe(golden('operations.txt', present));
  });

  it.each([...BUILT_IN_MODULES.map(({ name }) => name), 'platform', 'shared'])(
    'is unchanged in openapi/%s.json: requests, answers and events without their descriptions',
    (name) => {
      const present = parts.get(name) ?? '';

      expect(present).toBe(golden(`openapi/${name}.json`, present));
    },
  );

  it('has a file in openapi/ for each module, the platform and what they share, and no others', () => {
    expect(readdirSync(`${FOLDER}openapi`).sort()).toEqual([...parts.keys()].map((name) => `${name}.json`).sort());
  });

  it('is unchanged in schema.sql: tables, columns, constraints and indexes of the database', async () => {
    const present = await dumpSchema(server.database);

    expect(present).toBe(golden('schema.sql', present));
  });
});
