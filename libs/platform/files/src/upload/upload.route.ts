import { Type } from 'typebox';
import { actorOf, callerOf, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { validate, validationFailed } from '@cubit/core';
import { removeContent } from '../file/delete-file.js';
import { attachedTo, fileSchema, showFile, type Attachment } from '../file/file-schema.js';
import { createFile } from '../file/create-file.js';
import { FILE_PATH, FILE_TAG, type FileRoutes } from '../file/file-route-parts.js';
import { receiveUpload, type Upload } from './receive-upload.js';
import { sniffType } from './sniff-type.js';
import { storeContentEarly } from './store-content-early.js';

/** Size limit of a form besides the bytes of its file. */
const FORM_BYTES = 1024 * 1024;

const form = Type.Object(
  {
    file: Type.Unsafe<string>({
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: 'The bytes; the file name of the part is the name of the file.',
    }),
    attached_to: Type.Optional(attachedTo),
  },
  { additionalProperties: false, title: 'Upload' },
);

export function uploadRoute({ host, store, spool, maxBytes, quotaBytes }: FileRoutes): RouteDefinition {
  const { database } = host.services;
  return defineRoute({
    operationId: 'uploadFile',
    method: 'POST',
    path: FILE_PATH,
    summary: 'Upload a file',
    description:
      'A form with the file as the part `file` and, as JSON, the part `attached_to`. The type is detected from the bytes. Equal bytes are stored once and count once. ' +
      'A file that no record refers to, through `attached_to` or a field, is deleted after a week.',
    tag: FILE_TAG,
    access: 'member',
    params: workspaceParams,
    streaming: true,
    body: {
      schema: form,
      raw: true,
      mediaTypes: ['multipart/form-data'],
      maxBytes: maxBytes + FORM_BYTES,
      async receive(stream, { headers, workspace }) {
        const received = await receiveUpload(stream, { contentType: headers.contentType ?? '', spool, maxBytes });
        const { content } = received.value as Upload;
        const key = { workspaceId: workspace?.id ?? '', sha256: content.sha256 };
        try {
          const isAhead = await storeContentEarly({ database, store, quotaBytes }, key.workspaceId, content);
          const release = async () => {
            await received.release();
            // Has no effect if the file was created.
            if (isAhead) await removeContent({ database, store }, key);
          };
          return { ...received, release };
        } catch (error) {
          await received.release();
          throw error;
        }
      },
    },
    responses: {
      201: {
        description: 'The file.',
        schema: fileSchema,
        headers: { Location: { description: 'Path of the file.', schema: Type.String() } },
      },
    },
    errors: ['quota_exceeded'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { name, content, attachedTo: target } = request.body as unknown as Upload;
      const faults = validate(attachedTo, target, '/attached_to');
      if (faults.length > 0) throw validationFailed(faults);
      const mediaType = await sniffType(content.head, name);
      const row = await request.transaction((tx) => {
        const transaction = host.enter({ tx, workspace, actor: actorOf(callerOf(request)) });
        const file = { name, mediaType, content, attachedTo: target as Attachment | null };
        return createFile({ store, quotaBytes }, transaction, file);
      });
      const location = `${FILE_PATH.replace('{workspace}', workspace.slug)}/${row.id}`;
      return { status: 201, headers: { location }, body: showFile(row) };
    },
  });
}
