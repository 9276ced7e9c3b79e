import { sql } from 'kysely';
import { fail, notFound, validationFailed } from '@cubit/core';
import type { Files } from '@cubit/core/host';
import type { FilePort, WorkspaceScope } from '@cubit/records';
import type { BlobStore } from '../store/blob-store.js';
import { bytesOf } from '../store/bytes-of.js';
import { nameFaults } from '../upload/file-name.js';
import { checkSize } from '../upload/receive-upload.js';
import type { Spool } from '../upload/spool.js';
import { fileContents } from '../archive/file-contents.js';
import { createFile } from './create-file.js';

interface ModuleFilesOptions {
  readonly store: BlobStore;
  readonly spool: Spool;
  readonly maxBytes: number;
  readonly quotaBytes: number | null;
}

/** Files for module code (`context.files`) and for fields of records. */
export function moduleFiles(options: ModuleFilesOptions): FilePort {
  return {
    contents: fileContents(options),
    open: (transaction) => openFiles(options, transaction),
    async lock({ db }, workspaceId, ids) {
      const { rows } = await sql<{ id: string }>`select id from file
        where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and not admins_only order by id for key share`.execute(
        db,
      );
      return new Set(rows.map((row) => row.id));
    },
  };
}

function openFiles({ store, spool, maxBytes, quotaBytes }: ModuleFilesOptions, transaction: WorkspaceScope): Files {
  const { workspace, tx } = transaction;
  return {
    async create({ name, mediaType, content: bytes, attachedTo = null }) {
      const faults = nameFaults(name, '/name');
      if (faults.length > 0) throw validationFailed(faults);
      checkSize(bytes.byteLength, maxBytes);
      const content = await spool.take([bytes]);
      try {
        const { id } = await createFile({ store, quotaBytes }, transaction, { name, mediaType, content, attachedTo });
        return { id };
      } finally {
        await content.release();
      }
    },
    async read(id, { maxBytes: limit }) {
      const { rows } = await sql<{ name: string; media_type: string; size: number; sha256: Buffer }>`
        select name, media_type, size, sha256 from file where workspace_id = ${workspace.id} and id = ${id}`.execute(
        tx.db,
      );
      const [file] = rows;
      if (!file) throw notFound('File');
      const { name, media_type: mediaType, size, sha256 } = file;
      if (size > limit) throw fail('payload_too_large', `The file must not exceed ${limit} bytes.`);
      const chunks = await store.read({ workspaceId: workspace.id, sha256: sha256.toString('hex') });
      return { name, mediaType, size, content: await bytesOf(chunks) };
    },
  };
}
