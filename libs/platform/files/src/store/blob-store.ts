/** Identifies one content: `<workspace id>/<sha-256 in hex>`. */
export interface BlobKey {
  readonly workspaceId: string;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

/** Bytes in a local file, to be stored. */
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
 * Stores the bytes of files. Contents are immutable: what exists under a key is complete and correct. Every method may fail with
 * `503 unavailable`.
 */
export interface BlobStore {
  /** Human-readable location, without secrets. */
  readonly place: string;
  /** The local folder of the store, if it has one. */
  readonly folder?: string;
  /** Stores a content atomically; durable once resolved. Idempotent. */
  put(source: BlobSource): Promise<void>;
  has(key: BlobKey): Promise<boolean>;
  /** Streams the content or a range of it. Fails before the first byte if the content does not exist. */
  read(key: BlobKey, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** Idempotent. */
  remove(key: BlobKey): Promise<void>;
  /** Null if the store can be used, otherwise the reason, without secrets: `the bucket does not exist`. Within 5 s. */
  fault(): Promise<string | null>;
  /** All stored contents, in any order. */
  list(): AsyncIterable<BlobKey & { readonly modifiedAt: Date }>;
}

const PARTS = /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:[0-9a-f]{2}\/)?([0-9a-f]{64})$/;

/** The key that a path or object name ends in; null if it is not the name of a content. */
export function readBlobKey(name: string): BlobKey | null {
  const [, workspaceId, sha256] = PARTS.exec(name) ?? [];
  return workspaceId !== undefined && sha256 !== undefined ? { workspaceId, sha256 } : null;
}
