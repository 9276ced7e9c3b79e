import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@cubit/core';
import { PRIVATE_FOLDER } from '../store/private-folder.js';

/** Received bytes in a temporary file that exists until `release`. */
export interface Spooled {
  readonly path: string;
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
  /** The first bytes, for detecting the type. */
  readonly head: Uint8Array;
  release(): Promise<void>;
}

/** Longer than any upload. Older files were left by killed processes. */
const LEFT_BEHIND_MS = DAY_MS;
/** Enough for the signature of every known type, archives included. */
const HEAD_BYTES = 64 * 1024;

/** Receives uploads to disk, never to memory. On the file system of the store, storing a file needs no copy. */
export class Spool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Durable once resolved. Leaves nothing if the source fails or exceeds the limit. */
  async take(
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    check: (size: number) => void = () => {},
  ): Promise<Spooled> {
    await mkdir(this.#folder, PRIVATE_FOLDER);
    const path = join(this.#folder, randomUUID());
    const release = () => rm(path, { force: true });
    const file = await open(path, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const head: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of source) {
        if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
        size += chunk.length;
        check(size);
        hash.update(chunk);
        await file.writev([chunk]);
      }
      await file.sync();
      await file.close();
      return { path, size, sha256: hash.digest('hex'), head: Buffer.concat(head), release };
    } catch (error) {
      await file.close();
      await release();
      throw error;
    }
  }

  /** Removes files that killed processes left. */
  async sweep(now: Date): Promise<void> {
    await mkdir(this.#folder, PRIVATE_FOLDER);
    for await (const entry of await opendir(this.#folder)) {
      const path = join(this.#folder, entry.name);
      const found = await stat(path).catch(() => null);
      if (found && now.getTime() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}
