import type { Static, TObject } from 'typebox';
import type { Actor } from './actor.js';
import type { EnqueuedJob, EnqueueOptions } from './enqueue.js';
import type { EventDefinition, EventPayload } from './event.js';
import type { Files } from './files.js';
import type { KindDefinition, RecordOf } from './kind.js';
import type { NotificationInput } from './notification.js';
import type { AnySettings } from './settings.js';

export type Scalar = string | number | boolean;

/**
 * Conditions on fields, joined with `and`: a value, one of several (`{ in }`), a bound, or absence (`null`). A list of references
 * accepts `{ in }` alone and matches if the list contains one of the values; it does not see writes of the current transaction.
 */
export type Where<Kind extends KindDefinition> = {
  readonly [Name in keyof Static<Kind['fields']>]?: Condition;
} & { readonly id?: Condition };
export type Condition =
  | Scalar
  | null
  | { readonly in: readonly Scalar[] }
  | { readonly lt?: Scalar; readonly lte?: Scalar; readonly gt?: Scalar; readonly gte?: Scalar }
  /**
   * Matches a list of texts or numbers that contains the value. Without an index on the field, every record that meets the other
   * conditions is read.
   */
  | { readonly has: Scalar }
  | { readonly not: Scalar | null };

export interface FindOptions<Kind extends KindDefinition> {
  readonly where?: Where<Kind>;
  /**
   * A condition that `where` cannot express, in the filter language of the API: `available < min_stock`. Must not contain client
   * input.
   */
  readonly filter?: string;
  /** `-created_at`, `expires_on`: as in the API. Default: by id, which is the order of creation. */
  readonly sort?: string;
  /** Default 1,000. */
  readonly limit?: number;
  /** Locks the rows until the transaction ends. */
  readonly lock?: boolean;
}

export interface WriteOptions {
  /** Passed to the kind's `onWrite` as `change.note`. */
  readonly note?: unknown;
  /** Maps a field to the path that faults report, for example `/input/to_location` of an action. Default `/fields/<field>`. */
  readonly path?: (field: string) => string;
}

/** Fields of a new record; fields with a default may be omitted. */
export type NewFields<Kind extends KindDefinition> = Partial<Static<Kind['fields']>>;
/** A merge patch: `undefined` leaves the value, `null` removes it. */
export type FieldsPatch<Kind extends KindDefinition> = {
  readonly [Name in keyof Static<Kind['fields']>]?: Static<Kind['fields']>[Name] | null;
};

export interface NewRecord<Kind extends KindDefinition> extends WriteOptions {
  readonly fields: NewFields<Kind>;
  readonly tags?: readonly string[];
}
export interface RecordPatch<Kind extends KindDefinition> extends WriteOptions {
  readonly id: string;
  readonly fields: FieldsPatch<Kind>;
}

/**
 * The records of one workspace, within one transaction. Each call is one statement, whatever the number of records. Each write
 * records history, references and events, and runs the kind's hooks.
 */
export interface Records {
  /** Whether the kind is available in the workspace; false if its module is not enabled. */
  knows(kind: KindDefinition): boolean;
  /** Returns the record; throws `404 not_found`. */
  get<Kind extends KindDefinition>(kind: Kind, id: string): Promise<RecordOf<Kind>>;
  /** Returns the records that exist and are not in the trash, by id. */
  getMany<Kind extends KindDefinition>(
    kind: Kind,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RecordOf<Kind>>>;
  /**
   * As `getMany`, and locks the rows until the transaction ends. Rows are locked in the order of their ids, which prevents
   * deadlocks.
   */
  lock<Kind extends KindDefinition>(kind: Kind, ids: readonly string[]): Promise<ReadonlyMap<string, RecordOf<Kind>>>;
  find<Kind extends KindDefinition>(kind: Kind, options?: FindOptions<Kind>): Promise<readonly RecordOf<Kind>[]>;
  count<Kind extends KindDefinition>(kind: Kind, where?: Where<Kind>): Promise<number>;
  /** Sum of a numeric field, grouped by another field's value. */
  sum<Kind extends KindDefinition>(
    kind: Kind,
    field: string,
    options: { readonly where?: Where<Kind>; readonly by: string },
  ): Promise<ReadonlyMap<string, number>>;
  create<Kind extends KindDefinition>(
    kind: Kind,
    fields: NewFields<Kind>,
    options?: WriteOptions,
  ): Promise<RecordOf<Kind>>;
  createMany<Kind extends KindDefinition>(
    kind: Kind,
    records: readonly NewRecord<Kind>[],
  ): Promise<readonly RecordOf<Kind>[]>;
  update<Kind extends KindDefinition>(
    kind: Kind,
    id: string,
    fields: FieldsPatch<Kind>,
    options?: WriteOptions,
  ): Promise<RecordOf<Kind>>;
  updateMany<Kind extends KindDefinition>(
    kind: Kind,
    patches: readonly RecordPatch<Kind>[],
  ): Promise<readonly RecordOf<Kind>[]>;
  /** Locks each record and writes the patch that `change` returns for its current state. Skips ids of deleted records. */
  updateEach<Kind extends KindDefinition>(
    kind: Kind,
    ids: readonly string[],
    change: (record: RecordOf<Kind>) => FieldsPatch<Kind>,
  ): Promise<readonly RecordOf<Kind>[]>;
  /**
   * Computes derived values again: runs the kind's `beforeWrite` on the records as they are, and writes those that differ. Ids of records
   * that are gone are skipped. For values that depend on something beside their record: another record, or the time.
   */
  rederive<Kind extends KindDefinition>(kind: Kind, ids: readonly string[]): Promise<readonly RecordOf<Kind>[]>;
  /**
   * Returns the ids that cannot be removed because records outside the list refer to them. Does not see writes of the current
   * transaction.
   */
  referencedByOthers<Kind extends KindDefinition>(kind: Kind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Moves records to the trash; throws `409 in_use` if a reference forbids it. */
  remove<Kind extends KindDefinition>(kind: Kind, ids: readonly string[], options?: WriteOptions): Promise<void>;
}

export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * The context that module code receives in place of a request, a database, a clock and randomness. One per transaction. `Emits`: the
 * events that it may emit. `Settings`: the type of the module's settings, `Static<typeof settings>`.
 */
export interface ModuleContext<Emits extends EventDefinition = EventDefinition, Settings = AnySettings> {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly actor: Actor;
  readonly records: Records;
  readonly files: Files;
  /** Emits a declared event: written in this transaction, delivered after the commit. */
  emit<Event extends Emits>(event: Event, payload: EventPayload<Event>): void;
  /**
   * Creates a job of the module, in this transaction: it runs after the commit, and not after a rollback. Returns its id at once, by which
   * clients read `/jobs/{id}`. The input is checked against the schema of the job.
   */
  enqueue<Input extends TObject>(
    job: EnqueuedJob<Input>,
    input: Static<Input>,
    options?: EnqueueOptions,
  ): { readonly id: string };
  /**
   * Creates notifications, delivered after the commit: first in the bell, then over channels. Returns the number of recipients.
   */
  notify(notice: NotificationInput): Promise<{ readonly recipients: number }>;
  /** Runs another action in this transaction, with the same permissions. */
  invoke(
    action: string,
    record: { readonly kind: string; readonly id: string } | null,
    input: Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
  /** Whether the action is available in the workspace; false if its module is not enabled. */
  offers(action: string): boolean;
  /**
   * The module's settings in this workspace, with defaults. They have their types where a declaration names their schema as its
   * `settings`.
   */
  readonly settings: Settings;
  /** The address of the instance, without a slash at the end. */
  readonly publicUrl: string;
  /** The time of this transaction. */
  readonly now: Date;
  newId(): string;
  /**
   * Allocates the next `count` numbers of a series of the module (`order` for PO-0001, PO-0002, ...) and returns the first. A
   * number is never allocated twice, also after a deletion. Other transactions that use the same series wait until this one ends;
   * a rollback returns the numbers.
   */
  takeNumbers(series: string, count: number): Promise<number>;
  /** Advances the series past a number that a user assigned. */
  passNumber(series: string, number: number): Promise<void>;
  /**
   * Defers work to the end of the transaction: `work` runs once for all entries of a key, after all other writes and before the
   * commit. Use it to update a row that many writers change: its lock is then taken last and held for the shortest time.
   */
  beforeCommit<Entry>(key: string, entry: Entry, work: (entries: readonly Entry[]) => Promise<void>): void;
  readonly log: Logger;
}

export type KindHookContext<Settings = AnySettings> = ModuleContext<EventDefinition, Settings> & {
  /** The action that made the write; null for a plain request. */
  readonly action: string | null;
};
