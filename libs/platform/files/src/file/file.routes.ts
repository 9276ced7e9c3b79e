import { sql } from 'kysely';
import { Type } from 'typebox';
import { defineRoute } from '@cubit/database';
import { listSchema, pageQuery, validationFailed } from '@cubit/core';
import { type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { nameFaults } from '../upload/file-name.js';
import { checkAttachment } from './check-attachment.js';
import { deleteFile } from './delete-file.js';
import { FILE_PATH, FILE_TAG, fileParams, type FileRoutes } from './file-route-parts.js';
import { attachedTo, fileSchema, showFile } from './file-schema.js';
import { findFiles, readFile } from './find-files.js';

export function fileRoutes(parts: FileRoutes): readonly RouteDefinition[] {
  return [listRoute(parts), readRoute(parts), updateRoute(parts), removeRoute(parts)];
}

function listRoute({ host }: FileRoutes): RouteDefinition {
  const { database } = host.services;
  return defineRoute({
    operationId: 'listFiles',
    method: 'GET',
    path: FILE_PATH,
    summary: 'List files, newest first',
    tag: FILE_TAG,
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object(
      {
        ...pageQuery,
        kind: Type.Optional(
          Type.String({ maxLength: 200, description: 'Only files attached to records of this kind.' }),
        ),
        record_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only files attached to this record.' })),
      },
      { additionalProperties: false },
    ),
    responses: { 200: { description: 'A page of files.', schema: listSchema(fileSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const page = await findFiles(database.db, workspaceOf(request), request.query);
      return { status: 200, body: { ...page, data: page.data.map(showFile) } };
    },
  });
}

function readRoute({ host }: FileRoutes): RouteDefinition {
  const { database } = host.services;
  return defineRoute({
    operationId: 'getFile',
    method: 'GET',
    path: `${FILE_PATH}/{id}`,
    summary: 'Read the metadata of a file',
    tag: FILE_TAG,
    access: 'viewer',
    params: fileParams,
    responses: { 200: { description: 'The file.', schema: fileSchema } },
    errors: ['not_found'],
    async handler(request) {
      return { status: 200, body: showFile(await readFile(database.db, workspaceOf(request), request.params.id)) };
    },
  });
}

function updateRoute({ host }: FileRoutes): RouteDefinition {
  const { registry } = host.services;
  return defineRoute({
    operationId: 'updateFile',
    method: 'PATCH',
    path: `${FILE_PATH}/{id}`,
    summary: 'Rename a file, or attach it to a record',
    tag: FILE_TAG,
    access: 'member',
    params: fileParams,
    body: {
      schema: Type.Object(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
          attached_to: Type.Optional(attachedTo),
        },
        { additionalProperties: false },
      ),
      example: { name: 'bracket-2.stl' },
    },
    responses: { 200: { description: 'The present file.', schema: fileSchema } },
    errors: ['not_found'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { id } = request.params;
      const { name, attached_to: target } = request.body;
      const faults = name === undefined ? [] : nameFaults(name, '/name');
      if (faults.length > 0) throw validationFailed(faults);
      const row = await request.transaction(async (tx) => {
        const before = await readFile(tx.db, workspace, id);
        if (target) await checkAttachment({ tx, registry, workspace }, target);
        const attachment =
          target === undefined
            ? { kind: before.attached_kind, id: before.attached_id }
            : (target ?? { kind: null, id: null });
        await sql`update file set name = ${name ?? before.name}, attached_kind = ${attachment.kind}, attached_id = ${attachment.id}
          where workspace_id = ${workspace.id} and id = ${id}`.execute(tx.db);
        return readFile(tx.db, workspace, id);
      });
      return { status: 200, body: showFile(row) };
    },
  });
}

function removeRoute({ host, store }: FileRoutes): RouteDefinition {
  const { database, log } = host.services;
  return defineRoute({
    operationId: 'deleteFile',
    method: 'DELETE',
    path: `${FILE_PATH}/{id}`,
    summary: 'Delete a file permanently',
    description:
      'Refused while a field of a record refers to it. The bytes are deleted with the last file that has them.',
    tag: FILE_TAG,
    access: 'member',
    params: fileParams,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found', 'in_use'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { id } = request.params;
      await request.transaction(async (tx) => {
        await readFile(tx.db, workspace, id);
        await deleteFile({ database, store, log }, tx, { workspaceId: workspace.id, id });
      });
      return { status: 204 };
    },
  });
}
