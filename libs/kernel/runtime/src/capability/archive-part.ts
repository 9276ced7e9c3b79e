import type { Kysely } from 'kysely';
import type { TSchema } from 'typebox';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { Registry, WorkspaceSchema } from '@cubit/core/host';

/** A workspace that is written into an archive, as it was at one instant. */
export interface ArchiveSource {
  /** A snapshot: whatever is read, it is of one instant. */
  readonly db: Kysely<DatabaseSchema>;
  readonly workspaceId: string;
  readonly registry: Registry;
  /** Addresses of users; null for one who is gone. Ids mean nothing to another instance. */
  addressesOf(ids: Iterable<string | null>): Promise<(id: string | null) => string | null>;
}

/** A workspace that an archive is read into. */
export interface ArchiveTarget {
  readonly tx: Transaction;
  readonly workspaceId: string;
  /** What the workspace has made of every installed module, those included that are off. */
  readonly schema: WorkspaceSchema;
  /** Who reads it in: the owner of what must have one and whose own is no member here. */
  readonly importer: string;
  /** The member of this address; null where there is none. */
  memberOf(address: string | null): string | null;
}

/**
 * What one part of the platform adds to the archive of a workspace, a line of JSON for each row. It is given to the kernel with the
 * capability (`Capability.archive`); archives are written and read with all of them.
 */
export interface ArchivePart<Row extends object = object> {
  /** Folder in the archive: `views`. */
  readonly name: string;
  /**
   * When it is read in. `schema`: before the records, which depend on it. `content`: after them. `automation`: last of all, since its rows
   * are ones that the delivery of events waits for.
   */
  readonly stage: 'schema' | 'content' | 'automation';
  /** A row as it stands in the archive: each is checked before it is taken. */
  readonly row: TSchema;
  /** Whether the workspace has any that an archive would collide with. */
  occupied(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<boolean>;
  rows(source: ArchiveSource): AsyncIterable<Row>;
  /** Once, before the first row, also where there is none. */
  begin?(target: ArchiveTarget): Promise<void>;
  /** Writes some hundred rows at a time. `place(i)` says where the row stands: what is thrown of it begins its pointers with that. */
  take(target: ArchiveTarget, rows: readonly Row[], place: (index: number) => string): Promise<void>;
  /** Once, after the last row, also where there was none. */
  finish?(target: ArchiveTarget): Promise<void>;
}
