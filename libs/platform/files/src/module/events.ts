import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

export const fileUploaded = defineEvent({
  name: 'files.file.uploaded',
  title: 'File uploaded',
  description: 'A user uploaded a file, or a module created one.',
  payload: Type.Object({
    fileId: Type.String({ format: 'uuid', title: 'File', description: 'Id of the file.' }),
    name: Type.String({ title: 'Name', description: 'File name with its extension.' }),
    mediaType: Type.String({ title: 'Media type', description: 'Media type (MIME type), such as `model/stl`.' }),
    size: Type.Integer({ title: 'Size', description: 'Size in bytes.' }),
    attachedTo: Type.Unsafe<{ readonly kind: string; readonly id: string } | null>({
      type: ['object', 'null'],
      properties: { kind: { type: 'string' }, id: { type: 'string', format: 'uuid' } },
      required: ['kind', 'id'],
      title: 'Attached to',
      description: 'The record that the file is attached to. Null if it is not attached to a record.',
    }),
  }),
  example: { fileId: EXAMPLE_ID, name: 'bracket.stl', mediaType: 'model/stl', size: 48_084, attachedTo: null },
});
