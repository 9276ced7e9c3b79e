import { sql } from 'kysely';
import { Type } from 'typebox';
import { notFound } from '@cubit/core';
import { type Caller, callerOf, type RouteDefinition } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { readPrintedCode } from '@cubit/labels';
import type { KernelServices } from '../workspace/services.js';

interface Found {
  readonly workspace_id: string;
  readonly slug: string;
  readonly schema_version: number;
  readonly kind: string;
  readonly id: string;
  readonly title: string;
}

/** The record of a printed code, in any workspace of the reader: what `PUBLIC_URL/c/{code}` opens. */
export function codeRoute(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'resolveCode',
    method: 'GET',
    path: '/api/v1/me/codes/{code}',
    summary: 'Find the record of a printed code',
    description:
      'In all workspaces that you are a member of; with a bound token, in its workspace. A code of another workspace is answered as an unknown one.',
    tag: 'Search',
    access: 'user',
    params: Type.Object({ code: Type.String({ maxLength: 100, description: 'The code of a label: `P-01J8...`.' }) }),
    responses: {
      200: {
        description: 'The record.',
        schema: Type.Object({
          workspace: Type.String({ description: 'Its slug.' }),
          kind: Type.String(),
          id: Type.String({ format: 'uuid' }),
          title: Type.String(),
          path: Type.String({ description: 'Path of its page.' }),
        }),
      },
    },
    errors: ['not_found'],
    async handler(request) {
      const read = readPrintedCode(request.params.code);
      const found = read ? await findRecord(services, callerOf(request), read.id) : undefined;
      if (!found) throw notFound('Code');
      const { slug: workspace, kind, id, title } = found;
      const path = `/w/${workspace}/modules/${kind.replace(':', '/records/')}/${id}`;
      return { status: 200, body: { workspace, kind, id, title, path } };
    },
  });
}

async function findRecord(
  { database, workspaces }: KernelServices,
  { user, boundWorkspaceId }: Caller,
  id: string,
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`select r.workspace_id, w.slug, w.schema_version, r.kind, r.id, r.title
    from member m join workspace w on w.id = m.workspace_id and w.deleted_at is null
    join record r on r.workspace_id = m.workspace_id and r.id = ${id}::uuid and r.deleted_at is null
    where m.user_id = ${user.id} and (${boundWorkspaceId}::uuid is null or m.workspace_id = ${boundWorkspaceId}::uuid)`.execute(
    database.db,
  );
  for (const row of rows) {
    const schema = await workspaces.load(database.db, row.workspace_id, row.schema_version);
    if (schema.kinds.has(row.kind)) return row;
  }
  return undefined;
}
