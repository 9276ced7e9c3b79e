import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';

type Db = Kysely<DatabaseSchema>;

/** Names of kinds, fields, actions and events that a version of a module no longer has. */
export interface GoneNames {
  /** By kind. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Actions and events. */
  readonly ids: ReadonlySet<string>;
}

/** Something of a workspace that names a field, an action or an event: a view, a wire. */
export interface NameUse {
  /** `view 'Fast'`, `wire 'Order sheets'`. */
  readonly what: string;
  readonly id: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  /** The name in it. */
  readonly name: string;
}

/** The new name of a field of a kind; undefined if it is gone. Kinds that are not in the map do not change. */
export type FieldNames = ReadonlyMap<string, (field: string) => string | undefined>;

/** Rows of a part of the platform that name fields, actions and events of modules, and follow their changes. */
export interface DeclaredNames {
  /** The rows that use what is gone. */
  uses(db: Db, gone: GoneNames): Promise<readonly NameUse[]>;
  /** Rewrites rows, in the transaction that ends the change. What does not parse stays as it is. Returns what it rewrote. */
  rename(db: Db, names: FieldNames): Promise<readonly NameUse[]>;
}
