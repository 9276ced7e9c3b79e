import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createShippedServer, dumpSchema, type OpenApiDocument, type SweptServer } from '@cubit/testing';
import { PRODUCT } from './product.js';

const FOLDER = fileURLToPath(new URL('../../golden/', import.meta.url));
const IS_UPDATE = process.env['UPDATE_GOLDEN'] === '1';

let server: SweptServer;
beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
});
afterAll(() => server.close());

/** The agreed text; with `UPDATE_GOLDEN=1`, the present text. */
function golden(name: string, present: string): string {
  if (IS_UPDATE) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}${name}`, present);
  }
  return readFileSync(`${FOLDER}${name}`, 'utf8');
}

// A difference is a change that clients or databases will see. If it is intended: UPDATE_GOLDEN=1 npm test --
// --projects=@cubit/api
describe('the contract with clients and databases (if a change is intended: UPDATE_GOLDEN=1)', () => {
  it('is unchanged in operations.txt: the operations of the OpenAPI document with all modules enabled', async () => {
    const workspace = await server.workspace();
    const { body } = await server
      .as(workspace.owner)
      .get<OpenApiDocument>(`${workspace.path}/modules/core-openapi/openapi.json`);
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${path} ${method.toUpperCase()} ${operationId}`),
    );

    const present = `${operations.sort().join('\n')}\n`;

    expect(present).toBe(golden('operations.txt', present));
  });

  it('is unchanged in schema.sql: tables, columns, constraints and indexes of the database', async () => {
    const present = await dumpSchema(server.database);

    expect(present).toBe(golden('schema.sql', present));
  });
});
