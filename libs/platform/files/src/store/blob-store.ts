/** Where one content lies: `<workspace id>/<sha-256 in hex>`. */
export interface BlobKey {
  readonly workspaceId: string;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

/** Bytes that lie in a file of this machine, to be kept. */
export interface BlobSource extends BlobKey {
  readonly path: string;
  readonly size: number;
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps the bytes of files. Contents never change, so whatever is there under a key is whole and right. Every method may fail with
 * `503 unavailable`.
 */
export interface BlobStore {
  /** Where it is, for people: without secrets. */
  readonly place: string;
  /** Durable once resolved, and there whole or not at all. Repeatable. */
  put(source: BlobSource): Promise<void>;
  has(key: BlobKey): Promise<boolean>;
  /** The bytes, as fast as they are taken; of the whole, or of a range. Fails before the first byte where there is no such content. */
  read(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** Repeatable. */
  remove(key: BlobKey): Promise<void>;
  /** Everything that is kept, in any order. */
  list(): AsyncIterable<BlobKey & { readonly modifiedAt: Date }>;
}

const PARTS = /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:[0-9a-f]{2}\/)?([0-9a-f]{64})$/;

/** The key that a path or object name ends in; null where it is none of ours. */
export function readBlobKey(name: string): BlobKey | null {
  const [, workspaceId, sha256] = PARTS.exec(name) ?? [];
  return workspaceId !== undefined && sha256 !== undefined ? { workspaceId, sha256 } : null;
}
