import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { randomUUID } from 'node:crypto';
import { readBlobKey, type BlobKey, type BlobSource, type BlobStore, type ByteRange } from './blob-store.js';
import { PRIVATE_FOLDER } from './private-folder.js';
import { writeFault } from './write-fault.js';

const UNFINISHED = '.unfinished';

/** Contents as files below a folder: `<root>/<workspace>/<first two digits>/<sha-256>`. Several processes may share it. */
export class DirectoryStore implements BlobStore {
  readonly place: string;
  readonly folder: string;
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
    this.place = root;
    this.folder = root;
  }

  async put(source: BlobSource): Promise<void> {
    const path = this.#pathOf(source);
    const folder = dirname(path);
    await mkdir(folder, PRIVATE_FOLDER);
    const isLinked = await link(source.path, path).then(
      () => true,
      (error: unknown) => isCode(error, 'EEXIST'),
    );
    // The file system has no links, or the source is on another one.
    if (!isLinked) await copyInto(source.path, path);
    await syncFolder(folder);
  }

  has(key: BlobKey): Promise<boolean> {
    return stat(this.#pathOf(key)).then(() => true, absent(false));
  }

  async read(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const path = this.#pathOf(key);
    await stat(path);
    return chunksOf(path, range);
  }

  async remove(key: BlobKey): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async fault(): Promise<string | null> {
    return writeFault(this.#root);
  }

  async *list(): AsyncGenerator<BlobKey & { readonly modifiedAt: Date }> {
    const folder = await opendir(this.#root, { recursive: true }).catch(absent(null));
    if (!folder) return;
    for await (const entry of folder) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const key = readBlobKey(relative(this.#root, path).split(sep).join('/'));
      // Removed since it was listed, by another process or with its workspace.
      const found = key && (await stat(path).catch(absent(null)));
      if (key && found) yield { ...key, modifiedAt: found.mtime };
    }
  }

  #pathOf({ workspaceId, sha256 }: BlobKey): string {
    return join(this.#root, workspaceId, sha256.slice(0, 2), sha256);
  }
}

/** The file is opened on the first read, so an unused iterator leaves nothing open. */
async function* chunksOf(path: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, range) as AsyncIterable<Uint8Array>;
}

async function copyInto(source: string, path: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    await copyFile(source, unfinished);
    const file = await open(unfinished, 'r+');
    await file.sync().finally(() => file.close());
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A file name is durable after `fsync` of its folder. Some systems cannot open folders; they make names durable by other means. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function absent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (isCode(error, 'ENOENT')) return value;
    throw error;
  };
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
