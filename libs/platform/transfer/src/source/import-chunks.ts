import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import type { EncodingSigns } from './encoding.js';
import { Utf8Census } from './utf8-census.js';

/** Bytes per row of the table: a balance of statements and memory. */
const CHUNK_BYTES = 512 * 1024;
/** Bytes of a file that are inspected before its job is created. */
export const HEAD_BYTES = 1024 * 1024;

export interface ImportKey {
  readonly workspaceId: string;
  readonly importId: string;
}

export interface ReceivedFile extends EncodingSigns {
  readonly size: number;
}

type Db = Database['db'];

/** Stores a file as it is received and inspects it. An interrupted upload leaves nothing. */
export async function receiveFile(
  db: Db,
  key: ImportKey,
  { body, now }: { readonly body: AsyncIterable<Uint8Array>; readonly now: () => Date },
): Promise<ReceivedFile> {
  const census = new Utf8Census();
  const head: Uint8Array[] = [];
  let headSize = 0;
  let parts: Uint8Array[] = [];
  let pending = 0;
  let size = 0;
  let seq = 0;
  const flush = async () => {
    if (pending === 0) return;
    const bytes = Buffer.concat(parts, pending);
    [parts, pending] = [[], 0];
    await sql`insert into import_chunk (workspace_id, import_id, seq, bytes, created_at)
      values (${key.workspaceId}, ${key.importId}, ${seq}, ${bytes}, ${now()})`.execute(db);
    seq += 1;
  };
  try {
    for await (const chunk of body) {
      census.see(chunk);
      if (headSize < HEAD_BYTES) {
        head.push(chunk.subarray(0, HEAD_BYTES - headSize));
        headSize += Math.min(chunk.length, HEAD_BYTES - headSize);
      }
      parts.push(chunk);
      pending += chunk.length;
      size += chunk.length;
      if (pending >= CHUNK_BYTES) await flush();
    }
    await flush();
    return { head: Buffer.concat(head), size, utf8: census.end() };
  } catch (error) {
    await deleteChunks(db, key);
    throw error;
  }
}

/** Reads the stored file, chunk by chunk. */
export async function* readChunks(db: Db, { workspaceId, importId }: ImportKey): AsyncGenerator<Uint8Array> {
  for (let seq = 0; ; seq += 1) {
    const { rows } = await sql<{ bytes: Buffer }>`select bytes from import_chunk
      where workspace_id = ${workspaceId} and import_id = ${importId} and seq = ${seq}`.execute(db);
    const [chunk] = rows;
    if (!chunk) return;
    yield chunk.bytes;
  }
}

export async function deleteChunks(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  await sql`delete from import_chunk where workspace_id = ${workspaceId} and import_id = ${importId}`.execute(db);
}
