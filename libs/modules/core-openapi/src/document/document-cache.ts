import { createHash } from 'node:crypto';
import type { WorkspaceDescription } from '@cubit/core/host';
import { buildDocument } from './build-document.js';

/** Size of the cache, least recently used first. The document of all modules has about three million bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

export interface SerializedDocument {
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Caches documents by everything that they are generated from, so that a changed document is never served stale. */
export class DocumentCache {
  readonly #documents = new Map<string, SerializedDocument>();
  readonly #limit: number;
  #size = 0;

  constructor(limit = CACHE_BYTES) {
    this.#limit = limit;
  }

  get(description: WorkspaceDescription, only: ReadonlySet<string> | null = null): SerializedDocument {
    const { publicUrl, schema, version, workspace } = description;
    const part = only && [...only].sort();
    const key = JSON.stringify([
      workspace.id,
      schema.version,
      publicUrl,
      workspace.slug,
      workspace.name,
      version,
      part,
    ]);
    const known = this.#documents.get(key);
    const document = known ?? serialize(description, only);
    this.#documents.delete(key);
    this.#documents.set(key, document);
    if (!known) this.#makeRoom(document.bytes.length);
    return document;
  }

  #makeRoom(added: number): void {
    this.#size += added;
    for (const [key, { bytes }] of this.#documents) {
      if (this.#size <= this.#limit || this.#documents.size === 1) return;
      this.#documents.delete(key);
      this.#size -= bytes.length;
    }
  }
}

function serialize(description: WorkspaceDescription, only: ReadonlySet<string> | null): SerializedDocument {
  const bytes = new TextEncoder().encode(JSON.stringify(buildDocument(description, only)));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
