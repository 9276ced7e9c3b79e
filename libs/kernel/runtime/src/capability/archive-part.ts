import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { TSchema } from 'typebox';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { Registry, WorkspaceSchema } from '@cubit/core/host';

/** A workspace that is exported to an archive, as of one instant. */
export interface ArchiveSource {
  /** A snapshot: all reads see the same instant. */
  readonly db: Kysely<DatabaseSchema>;
  readonly workspaceId: string;
  readonly registry: Registry;
  /** Email addresses of users; null for a deleted user. Ids mean nothing to another instance. */
  addressesOf(ids: Iterable<string | null>): Promise<(id: string | null) => string | null>;
}

/** A workspace that an archive is imported into. */
export interface ArchiveTarget {
  readonly tx: Transaction;
  readonly workspaceId: string;
  /** The settings and custom fields of every installed module, including disabled ones. */
  readonly schema: WorkspaceSchema;
  /** The user who imports: becomes the owner of rows whose owner is not a member here. */
  readonly importer: string;
  /** The member with this email address; null if there is none. */
  memberOf(address: string | null): string | null;
}

/**
 * What one part of the platform adds to the archive of a workspace, with one line of JSON per row. Given to the
 * kernel with the capability (`Capability.archive`); every export and import uses all of them.
 */
export interface ArchivePart<Row extends object = object> {
  /** Folder in the archive: `views`. */
  readonly name: string;
  /**
   * When the part is imported. `schema`: before the records, which depend on it. `content`: after them.
   * `automation`: at the end, because event delivery waits for its rows.
   */
  readonly stage: 'schema' | 'content' | 'automation';
  /** The schema of a row in the archive. Each row is validated before `take`. */
  readonly row: TSchema;
  /** Whether the workspace has rows that would conflict with an archive. */
  occupied(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<boolean>;
  rows(source: ArchiveSource): AsyncIterable<Row>;
  /** Called once, before the first row, even if there are none. */
  begin?(target: ArchiveTarget): Promise<void>;
  /**
   * Writes some hundred rows at a time. `place(i)` is the path of a row, with which the pointers of its faults must
   * begin.
   */
  take(target: ArchiveTarget, rows: readonly Row[], place: (index: number) => string): Promise<void>;
  /** Called once, after the last row, even if there are none. */
  finish?(target: ArchiveTarget): Promise<void>;
}

/** `occupied` of a part whose rows are in one table: those of the workspace that meet the condition. */
export function occupiedBy(table: string, condition: RawBuilder<unknown> = sql`true`): ArchivePart['occupied'] {
  return async (db, workspaceId) => {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where workspace_id = ${workspaceId} and ${condition} limit 1`.execute(
        db,
      );
    return rows.length > 0;
  };
}
