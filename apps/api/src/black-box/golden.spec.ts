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

/** What was agreed on; with `UPDATE_GOLDEN=1`, what is. */
function golden(name: string, present: string): string {
  if (IS_UPDATE) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}${name}`, present);
  }
  return readFileSync(`${FOLDER}${name}`, 'utf8');
}

// A difference is a change that clients or databases will see. Where it is meant: UPDATE_GOLDEN=1 npm test -- --projects=@cubit/api
describe('what clients and databases rely on has changed (if it is meant: UPDATE_GOLDEN=1)', () => {
  it('in operations.txt: the operations of the OpenAPI document with all modules on', async () => {
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

  it('in schema.sql: tables, columns, constraints and indexes of the database', async () => {
    const present = await dumpSchema(server.database);

    expect(present).toBe(golden('schema.sql', present));
  });
});
