import { Type } from 'typebox';
import type { FileRow } from '../tables/file-row.js';

export interface Attachment {
  readonly kind: string;
  readonly id: string;
}

export const attachmentSchema = Type.Unsafe<Attachment>({
  type: 'object',
  properties: {
    kind: { type: 'string', maxLength: 200, examples: ['inventory:part'] },
    id: { type: 'string', format: 'uuid' },
  },
  required: ['kind', 'id'],
  additionalProperties: false,
  title: 'Attachment',
});

export const attachedTo = Type.Union([attachmentSchema, Type.Null()], {
  description: 'The record that the file belongs to.',
});

export const fileSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ examples: ['bracket.stl'] }),
    media_type: Type.String({
      description: 'Detected from the bytes, not taken from the client.',
      examples: ['image/png'],
    }),
    size: Type.Integer({ minimum: 0, description: 'Size in bytes.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the bytes, in hex.' }),
    created_at: Type.String({ format: 'date-time' }),
    created_by: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    attached_to: attachedTo,
  },
  { additionalProperties: false, title: 'File' },
);

/** The file as the API returns it. */
export function showFile(row: FileRow) {
  const { id, name, media_type, size, sha256, created_at, created_by, attached_kind, attached_id } = row;
  return {
    id,
    name,
    media_type,
    size,
    sha256: sha256.toString('hex'),
    created_at: created_at.toISOString(),
    created_by,
    attached_to: attached_kind !== null && attached_id !== null ? { kind: attached_kind, id: attached_id } : null,
  };
}
