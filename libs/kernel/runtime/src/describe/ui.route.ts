import { createHash } from 'node:crypto';
import { etagMatches, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import { Type } from 'typebox';
import { UiDocument, uiDocument } from './ui-document.js';

const NO_CACHE = 'private, no-cache';

/** The document that the web app draws a workspace from. */
export function uiRoute({ registry, settings }: KernelServices): RouteDefinition {
  // Declarations and settings change only with a start, so their part of the tag is computed once, for the first request.
  let declared: string | undefined;
  const kindOf = (id: string) => {
    const kind = registry.kinds.get(id);
    if (!kind) throw new Error(`The kind '${id}' of a workspace is not registered.`);
    return kind;
  };
  return defineRoute({
    operationId: 'getUi',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/ui',
    summary: 'What an app needs to draw the workspace',
    description:
      'Enabled modules, kinds with custom fields, actions and events with titles, hints and what the role of the caller may do, in one document. Keep the `ETag` and send it as `If-None-Match`: an unchanged document is answered with `304`.',
    tag: 'Modules',
    access: 'viewer',
    display: true,
    params: workspaceParams,
    responses: {
      200: {
        description: 'The document.',
        schema: UiDocument,
        headers: { ETag: { description: 'Changes with the document.', schema: Type.String() } },
      },
      304: { description: 'The document has not changed.' },
    },
    handler(request) {
      const workspace = workspaceOf(request);
      const { schema, role } = workspace;
      const { publicUrl } = settings;
      declared ??= hashOf([...registry.modules.values(), { publicUrl }]);
      const etag = `W/"${declared}-${schema.version}-${role}"`;
      const headers = { etag, 'cache-control': NO_CACHE };
      if (etagMatches(request.headers.ifNoneMatch, etag)) return Promise.resolve({ status: 304, headers });
      return Promise.resolve({ status: 200, body: uiDocument(workspace, { publicUrl, kindOf }), headers });
    },
  });
}

function hashOf(declarations: readonly object[]): string {
  return createHash('sha256').update(JSON.stringify(declarations)).digest('base64url').slice(0, 16);
}
