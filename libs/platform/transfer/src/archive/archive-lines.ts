import { createHash, type Hash } from 'node:crypto';
import { isCubitError } from '@cubit/core';
import { parseJson } from '@cubit/core/host';
import { badArchive } from './archive-fault.js';
import type { TarEntry } from './tar.js';

/** Rows checked and written per batch. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Size limit of a line, the manifest and the checksums: far more than any record has. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 100;
const LINE_FEED = 0x0a;

export interface ArchiveLine {
  readonly value: unknown;
  /** `records/inventory/part/0001.ndjson:17`. */
  readonly place: string;
}

/** The lines of a file in batches. `hash` covers all bytes once the last batch was read. */
export async function* lineBatches(
  { path, bytes }: Pick<TarEntry, 'path' | 'bytes'>,
  hash: Hash,
): AsyncGenerator<readonly ArchiveLine[]> {
  let number = 0;
  let batch: ArchiveLine[] = [];
  let batchBytes = 0;
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  const add = (line: Uint8Array) => {
    number += 1;
    const place = `${path}:${number}`;
    batch.push({ value: parseAt(line, place), place });
    batchBytes += line.length;
  };
  for await (const chunk of bytes) {
    hash.update(chunk);
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      add(Buffer.concat([...rest, chunk.subarray(from, end)]));
      [rest, restBytes] = [[], 0];
      from = end + 1;
      if (batch.length < BATCH_ROWS && batchBytes < BATCH_BYTES) continue;
      yield batch;
      [batch, batchBytes] = [[], 0];
    }
    const open = chunk.subarray(from);
    restBytes += open.length;
    if (restBytes > MAX_LINE_BYTES)
      throw badArchive(`${path}:${number + 1}`, 'too_long', `A line must not exceed ${MAX_LINE_BYTES} bytes.`);
    if (open.length > 0) rest.push(open);
  }
  if (restBytes > 0) add(Buffer.concat(rest));
  if (batch.length > 0) yield batch;
}

/** Reads a small document with its checksum. */
export async function readDocument({
  path,
  size,
  bytes,
}: TarEntry): Promise<{ readonly value: unknown; readonly sha256: string }> {
  if (size > MAX_LINE_BYTES) throw badArchive(path, 'too_long', `It must not exceed ${MAX_LINE_BYTES} bytes.`);
  const parts: Uint8Array[] = [];
  for await (const chunk of bytes) parts.push(chunk);
  const content = Buffer.concat(parts);
  return { value: parseAt(content, path), sha256: createHash('sha256').update(content).digest('hex') };
}

function parseAt(bytes: Uint8Array, place: string): unknown {
  try {
    return parseJson(bytes, MAX_DEPTH);
  } catch (error) {
    if (!isCubitError(error)) throw error;
    throw badArchive(place, 'format', error.message.replace(/^The body/, 'It'));
  }
}
