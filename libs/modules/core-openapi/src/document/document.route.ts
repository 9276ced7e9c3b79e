import { defineModuleRoute } from '@cubit/core';
import { etagMatches } from '@cubit/core/host';
import { Type } from 'typebox';
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
  async handler(context, { headers }) {
    const { etag, bytes } = documents.get(context.describe());
    const answer = { etag, 'cache-control': CACHE_CONTROL };
    if (etagMatches(headers.ifNoneMatch, etag)) return { status: 304, headers: answer };
    return { status: 200, bytes, mediaType: 'application/json', headers: answer };
  },
});
