import { createHash } from 'node:crypto';
import type { WorkspaceDescription } from '@cubit/core';
import { buildDocument } from './build-document.js';

/** Bytes of documents kept in memory, the least recently used goes first: one of all modules has three million. */
const KEPT_BYTES = 32 * 1024 * 1024;

export interface WrittenDocument {
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Documents under everything they are made of, so that an unchanged one is never made twice and a changed one never served stale. */
export class DocumentCache {
  readonly #documents = new Map<string, WrittenDocument>();
  readonly #limit: number;
  #size = 0;

  constructor(limit = KEPT_BYTES) {
    this.#limit = limit;
  }

  get(description: WorkspaceDescription): WrittenDocument {
    const { publicUrl, schema, version, workspace } = description;
    const key = JSON.stringify([workspace.id, schema.version, publicUrl, workspace.slug, workspace.name, version]);
    const known = this.#documents.get(key);
    const document = known ?? write(description);
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

function write(description: WorkspaceDescription): WrittenDocument {
  const bytes = new TextEncoder().encode(JSON.stringify(buildDocument(description)));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
