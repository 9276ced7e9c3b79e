import { createHash } from 'node:crypto';
import type { WorkspaceDescription } from '@cubit/core';
import { buildDocument } from './build-document.js';

/** Documents kept in memory, the least recently used goes first: some hundred kilobytes each. */
const KEPT_DOCUMENTS = 64;

export interface WrittenDocument {
  readonly text: string;
  readonly etag: string;
}

/** Documents under everything they are made of, so that an unchanged one is never made twice and a changed one never served stale. */
export class DocumentCache {
  readonly #documents = new Map<string, WrittenDocument>();

  get(description: WorkspaceDescription): WrittenDocument {
    const { publicUrl, schema, version, workspace } = description;
    const key = JSON.stringify([workspace.id, schema.version, publicUrl, workspace.slug, workspace.name, version]);
    const document = this.#documents.get(key) ?? write(description);
    this.#documents.delete(key);
    this.#documents.set(key, document);
    if (this.#documents.size > KEPT_DOCUMENTS) this.#documents.delete(this.#documents.keys().next().value ?? '');
    return document;
  }
}

function write(description: WorkspaceDescription): WrittenDocument {
  const text = JSON.stringify(buildDocument(description));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
