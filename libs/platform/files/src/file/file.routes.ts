import { sql } from 'kysely';
import { Type } from 'typebox';
import {
  defineRoute,
  listSchema,
  pageQuery,
  validationFailed,
  workspaceOf,
  workspaceParams,
  type RouteDefinition,
} from '@cubit/core';
import { nameFaults } from '../upload/file-name.js';
import { checkAttachment } from './check-attachment.js';
import { dropFile } from './drop-file.js';
import { FILE_PATH, FILE_TAG, fileParams, type FileRoutes } from './file-route-parts.js';
import { attachedTo, fileSchema, showFile } from './file-schema.js';
import { findFiles, readFile } from './find-files.js';

export function fileRoutes({ host, store }: FileRoutes): readonly RouteDefinition[] {
  const { database, registry, log } = host.services;

  const list = defineRoute({
    operationId: 'listFiles',
    method: 'GET',
    path: FILE_PATH,
    summary: 'List the files, the newest first',
    tag: FILE_TAG,
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object(
      {
        ...pageQuery,
        kind: Type.Optional(Type.String({ maxLength: 200, description: 'Those that belong to records of the kind.' })),
        record_id: Type.Optional(Type.String({ format: 'uuid', description: 'Those that belong to the record.' })),
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

  const read = defineRoute({
    operationId: 'getFile',
    method: 'GET',
    path: `${FILE_PATH}/{id}`,
    summary: 'Read what is known of a file',
    tag: FILE_TAG,
    access: 'viewer',
    params: fileParams,
    responses: { 200: { description: 'The file.', schema: fileSchema } },
    errors: ['not_found'],
    async handler(request) {
      return { status: 200, body: showFile(await readFile(database.db, workspaceOf(request), request.params.id)) };
    },
  });

  const update = defineRoute({
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
    responses: { 200: { description: 'The file as it is now.', schema: fileSchema } },
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

  const remove = defineRoute({
    operationId: 'deleteFile',
    method: 'DELETE',
    path: `${FILE_PATH}/{id}`,
    summary: 'Delete a file for good',
    description: 'Refused while a field of a record holds it. The bytes go with the last file that has them.',
    tag: FILE_TAG,
    access: 'member',
    params: fileParams,
    responses: { 204: { description: 'It is gone.' } },
    errors: ['not_found', 'in_use'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { id } = request.params;
      await request.transaction(async (tx) => {
        await readFile(tx.db, workspace, id);
        await dropFile({ database, store, log }, tx, { workspaceId: workspace.id, id });
      });
      return { status: 204 };
    },
  });

  return [list, read, update, remove];
}
