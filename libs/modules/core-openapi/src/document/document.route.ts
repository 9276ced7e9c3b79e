import { defineModuleRoute } from '@cubit/core';
import { etagMatches, invalidQuery, type WorkspaceDescription } from '@cubit/core/host';
import { Type } from 'typebox';
import { PLATFORM } from './build-document.js';
import { DocumentCache } from './document-cache.js';

const documents = new DocumentCache();

/** Clients revalidate on each request, so that changes of the workspace are visible at once. */
const CACHE_CONTROL = 'private, no-cache';

export const documentRoute = defineModuleRoute({
  operationId: 'getOpenApiDocument',
  method: 'GET',
  path: '/openapi.json',
  summary: 'The OpenAPI 3.1 document of the workspace',
  description:
    'Generated from the workspace as it is now: its enabled modules, their record kinds with its custom fields, and every error. Keep the `ETag` and send it as `If-None-Match`: an unchanged document is answered with `304`.',
  query: Type.Object({
    modules: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: `Names of enabled modules, separated by commas: only their operations, schemas and events. \`${PLATFORM}\`: the operations that every workspace has.`,
        examples: ['core-openapi,platform'],
      }),
    ),
  }),
  responses: {
    200: {
      description: 'The document.',
      schema: Type.Object({
        openapi: Type.String({ pattern: '^3\\.1\\.' }),
        info: Type.Object({}),
        paths: Type.Object({}),
      }),
      headers: { ETag: { description: 'Changes with the document.', schema: Type.String() } },
    },
    304: { description: 'The document has not changed.' },
  },
  async handler(context, { headers, query }) {
    const description = context.describe();
    const { etag, bytes } = documents.get(description, partOf(query.modules, description));
    const answer = { etag, 'cache-control': CACHE_CONTROL };
    if (etagMatches(headers.ifNoneMatch, etag)) return { status: 304, headers: answer };
    return { status: 200, bytes, mediaType: 'application/json', headers: answer };
  },
});

/** Null: everything. */
function partOf(modules: string | undefined, { schema }: WorkspaceDescription): ReadonlySet<string> | null {
  if (modules === undefined) return null;
  const names = modules.split(',').map((name) => name.trim());
  for (const name of names)
    if (name !== PLATFORM && !schema.modules.has(name))
      throw invalidQuery('modules', `has '${name}', which is no enabled module.`);
  return new Set(names);
}
