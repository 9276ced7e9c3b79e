import type { Files } from '@cubit/core/host';
import type { Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { WorkspaceScope } from './workspace-scope.js';

/** Stores files. The files platform provides one (`CapabilityFactory.provides`). */
export interface FilePort {
  /** What module code of the transaction is handed. */
  open(transaction: WorkspaceScope): Files;
  /** Those of the ids that are files of the workspace, locked against removal until the transaction ends. One statement. */
  lock(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** For archives of whole workspaces; absent where files are not stored durably. */
  readonly contents?: FileContents;
}

/** Bytes by what they are: equal ones are one content of a workspace, however many files have it. */
export interface FileContent {
  /** SHA-256 in hex. */
  readonly sha256: string;
  readonly size: number;
}

/** The bytes of whole workspaces, streamed. */
export interface FileContents {
  /** Every content of the workspace that files of people have. */
  list(db: Kysely<DatabaseSchema>, workspaceId: string): AsyncIterable<FileContent>;
  read(workspaceId: string, sha256: string): Promise<AsyncIterable<Uint8Array>>;
  /** Locks the files of the workspace: no other transaction adds or removes any until this one ends. */
  reserve(tx: Transaction, workspaceId: string): Promise<void>;
  /** Keeps a content, in a transaction that has reserved the workspace. Throws where it is not what it is said to be, too large, or over the quota. */
  take(
    tx: Transaction,
    workspaceId: string,
    content: FileContent & { readonly bytes: AsyncIterable<Uint8Array> },
  ): Promise<void>;
  /** Takes in bytes of any number, for `keep`; `release` lets go of them. */
  spool(bytes: AsyncIterable<Uint8Array>): Promise<SpooledContent>;
  /** Brings them to where contents lie. Before the transaction of `keep`, since it may last. */
  store(workspaceId: string, content: SpooledContent): Promise<void>;
  /** Makes a file of them that admins alone see and no archive holds. It is never refused for the quota, in which it counts; nobody is told; and it is removed like any that nothing refers to. */
  keep(
    transaction: WorkspaceScope,
    file: { readonly name: string; readonly mediaType: string },
    content: SpooledContent,
  ): Promise<{ readonly id: string }>;
}

/** Bytes on their way in, on the disk of this machine. */
export interface SpooledContent extends FileContent {
  readonly path: string;
  release(): Promise<void>;
}

/** For a service without that platform: there are no files, and no id is one of a file. */
export const noFiles: FilePort = {
  open: () => ({ create: refuse, read: refuse }),
  lock: () => Promise.resolve(new Set()),
};

function refuse(): Promise<never> {
  return Promise.reject(new Error('This service keeps no files: it was put together without the files platform.'));
}
