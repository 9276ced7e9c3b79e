import { sql } from 'kysely';
import { pagesOf, validationFailed } from '@cubit/core';
import type { FileContents } from '@cubit/records';
import type { Transaction } from '@cubit/database';
import { lockContents } from '../file/content-lock.js';
import { isNewContent, createFile, consumeQuota } from '../file/create-file.js';
import type { BlobStore } from '../store/blob-store.js';
import { checkSize } from '../upload/receive-upload.js';
import type { Spool } from '../upload/spool.js';

interface FileContentsOptions {
  readonly store: BlobStore;
  readonly spool: Spool;
  readonly maxBytes: number;
  readonly quotaBytes: number | null;
}

interface ContentRow {
  readonly sha256: Buffer;
  readonly size: number;
}

const PAGE = 1_000;

/** Reads and writes the bytes of whole workspaces, for archives. */
export function fileContents({ store, spool, maxBytes, quotaBytes }: FileContentsOptions): FileContents {
  return {
    async *list(db, workspaceId) {
      const read = async (last?: ContentRow) => {
        const { rows } = await sql<ContentRow>`select sha256, size from file_content c
          where workspace_id = ${workspaceId} and sha256 > ${last?.sha256 ?? Buffer.alloc(0)} and exists (
            select from file f where f.workspace_id = c.workspace_id and f.sha256 = c.sha256 and not f.admins_only)
          order by sha256 limit ${PAGE}`.execute(db);
        return rows;
      };
      for await (const rows of pagesOf({ size: PAGE, read }))
        for (const { sha256, size } of rows) yield { sha256: sha256.toString('hex'), size };
    },
    read: (workspaceId, sha256) => store.read({ workspaceId, sha256 }),
    reserve: (tx, workspaceId) => lockContents(tx, workspaceId),
    async take(tx: Transaction, workspaceId, { sha256, size, bytes }) {
      const content = await spool.take(bytes, (taken) => checkSize(taken, maxBytes));
      try {
        if (content.sha256 !== sha256 || content.size !== size)
          throw validationFailed([
            {
              path: '',
              code: 'checksum',
              message: 'The SHA-256 or size of the bytes differs from what the archive states.',
            },
          ]);
        const key = { workspaceId, sha256 };
        if (!(await isNewContent(tx, { ...key, size }))) return;
        await consumeQuota(tx, { workspaceId, size, quotaBytes });
        if (!(await store.has(key))) await store.put({ ...key, path: content.path, size });
      } finally {
        await content.release();
      }
    },
    spool: (bytes) => spool.take(bytes),
    store: (workspaceId, { path, sha256, size }) => store.put({ workspaceId, path, sha256, size }),
    async keep(transaction, { name, mediaType }, content) {
      const file = { name, mediaType, content, attachedTo: null, adminsOnly: true };
      // An archive does not count towards the quota: a workspace at its quota must still be exportable.
      const { id } = await createFile({ store, quotaBytes: null }, transaction, file);
      return { id };
    },
  };
}
