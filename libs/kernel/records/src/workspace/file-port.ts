import type { Files } from '@cubit/core/host';
import type { Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { WorkspaceScope } from './workspace-scope.js';

/** Stores files. The files platform provides one (`CapabilityFactory.provides`). */
export interface FilePort {
  /** The interface for module code in the transaction. */
  open(transaction: WorkspaceScope): Files;
  /** The ids that are files of the workspace, locked against deletion until the transaction ends. One statement. */
  lock(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** For archives of whole workspaces; absent if files are not stored durably. */
  readonly contents?: FileContents;
}

/** Identifies bytes: equal bytes are one content of a workspace, whatever the number of files. */
export interface FileContent {
  /** SHA-256 in hex. */
  readonly sha256: string;
  readonly size: number;
}

/** The contents of whole workspaces, streamed. */
export interface FileContents {
  /** Every content of the workspace that user files refer to. */
  list(db: Kysely<DatabaseSchema>, workspaceId: string): AsyncIterable<FileContent>;
  read(workspaceId: string, sha256: string): Promise<AsyncIterable<Uint8Array>>;
  /** Locks the files of the workspace: no other transaction adds or removes any until this one ends. */
  reserve(tx: Transaction, workspaceId: string): Promise<void>;
  /**
   * Stores a content in a transaction that has reserved the workspace. Throws if it differs from its digest, is too
   * large, or exceeds the quota.
   */
  take(
    tx: Transaction,
    workspaceId: string,
    content: FileContent & { readonly bytes: AsyncIterable<Uint8Array> },
  ): Promise<void>;
  /** Stores bytes of any length temporarily, for `keep`; `release` deletes them. */
  spool(bytes: AsyncIterable<Uint8Array>): Promise<SpooledContent>;
  /** Moves them to the store. Called before the transaction of `keep`, because it may take long. */
  store(workspaceId: string, content: SpooledContent): Promise<void>;
  /**
   * Creates a file that only admins see and no archive contains. It counts towards the quota but is never refused
   * because of it, notifies nobody, and is deleted like any file without references.
   */
  keep(
    transaction: WorkspaceScope,
    file: { readonly name: string; readonly mediaType: string },
    content: SpooledContent,
  ): Promise<{ readonly id: string }>;
}

/** Bytes that are being received, on the disk of this machine. */
export interface SpooledContent extends FileContent {
  readonly path: string;
  release(): Promise<void>;
}

/** For a service without the files platform: there are no files, and no id is one of a file. */
export const noFiles: FilePort = {
  open: () => ({ create: refuse, read: refuse }),
  lock: () => Promise.resolve(new Set()),
};

function refuse(): Promise<never> {
  return Promise.reject(new Error('This service cannot store files: it was assembled without the files platform.'));
}
