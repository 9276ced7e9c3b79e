import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@cubit/core';

/** Bytes that came in, in a file that is there until it is let go. */
export interface Spooled {
  readonly path: string;
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
  /** The first bytes: what the type is told from. */
  readonly head: Uint8Array;
  release(): Promise<void>;
}

/** Longer than any upload lasts: what is older was left by a process that was killed. */
const LEFT_BEHIND_MS = DAY_MS;
/** Enough for the marks of every known type, those of archives included. */
const HEAD_BYTES = 64 * 1024;

/** Takes in what comes, to the disk, never to memory. On the file system that the contents will lie on, so that keeping them copies nothing. */
export class Spool {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Durable once resolved. Where the source fails, or is over the limit, nothing is left. */
  async take(
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    check: (size: number) => void = () => {},
  ): Promise<Spooled> {
    await mkdir(this.#folder, { recursive: true });
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

  /** Removes what killed processes left. */
  async sweep(now: Date): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for await (const entry of await opendir(this.#folder)) {
      const path = join(this.#folder, entry.name);
      const found = await stat(path).catch(() => null);
      if (found && now.getTime() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}
