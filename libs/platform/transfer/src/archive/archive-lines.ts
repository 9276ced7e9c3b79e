import { createHash, type Hash } from 'node:crypto';
import { isCubitError, parseJson } from '@cubit/core';
import { badArchive } from './archive-fault.js';
import type { TarEntry } from './tar.js';

/** Rows that are checked and written at a time. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Of one line, and of the documents at both ends: far more than any record has. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 100;
const LINE_FEED = 0x0a;

export interface ArchiveLine {
  readonly value: unknown;
  /** `records/inventory/part/0001.ndjson:17`. */
  readonly place: string;
}

/** The lines of a file in batches; `hash` is of all its bytes once all are taken. */
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
      throw badArchive(`${path}:${number + 1}`, 'too_long', `A line has ${MAX_LINE_BYTES} bytes at most.`);
    if (open.length > 0) rest.push(open);
  }
  if (restBytes > 0) add(Buffer.concat(rest));
  if (batch.length > 0) yield batch;
}

/** A small document as a whole, with the sum of its bytes. */
export async function readDocument({
  path,
  size,
  bytes,
}: TarEntry): Promise<{ readonly value: unknown; readonly sha256: string }> {
  if (size > MAX_LINE_BYTES) throw badArchive(path, 'too_long', `It has ${MAX_LINE_BYTES} bytes at most.`);
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
