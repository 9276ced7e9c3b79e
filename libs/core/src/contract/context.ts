import type { Static } from 'typebox';
import type { Actor } from '../events/actor.js';
import type { EventDefinition, EventPayload } from './event.js';
import type { Files } from './files.js';
import type { KindDefinition, RecordOf } from './kind.js';
import type { Notice } from './notice.js';

export type Scalar = string | number | boolean;

/**
 * Conditions on fields, all of which must hold: a value, one of several (`{ in }`), a bound, or absence (`null`). A list of references
 * takes `{ in }` alone, and holds where it names one of them; what this transaction wrote itself is not seen by it.
 */
export type Where<Kind extends KindDefinition> = {
  readonly [Name in keyof Static<Kind['fields']>]?: Condition;
} & { readonly id?: Condition };
export type Condition =
  | Scalar
  | null
  | { readonly in: readonly Scalar[] }
  | { readonly lt?: Scalar; readonly lte?: Scalar; readonly gt?: Scalar; readonly gte?: Scalar }
  /** A list of texts or numbers has it. Without an index on the field, looks at every record that the other conditions leave. */
  | { readonly has: Scalar }
  | { readonly not: Scalar | null };

export interface FindOptions<Kind extends KindDefinition> {
  readonly where?: Where<Kind>;
  /** What `where` cannot say, in the language of the API's filters: `available < min_stock`. Never made from what a client sent. */
  readonly filter?: string;
  /** `-created_at`, `expires_on`: as in the API. Default: by id, which is by age. */
  readonly sort?: string;
  /** Default 1,000. */
  readonly limit?: number;
  /** Holds the rows against other writers until the transaction ends. */
  readonly lock?: boolean;
}

export interface WriteOptions {
  /** Handed to the kind's `onWrite` as `change.note`. */
  readonly note?: unknown;
  /** Where the caller knows a field from, for the faults that are found in it: an action's `/input/to_location`. Default `/fields/<field>`. */
  readonly path?: (field: string) => string;
}

/** Fields of a new record; those with a default may be left out. */
export type NewFields<Kind extends KindDefinition> = Partial<Static<Kind['fields']>>;
/** A merge patch: `undefined` leaves, `null` removes. */
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
 * The records of one workspace, inside one transaction. Every call is one statement however many records it is about;
 * every write makes history, references and events, and runs the kind's hooks.
 */
export interface Records {
  /** Whether the workspace has the kind: one of a module that is not required may be off. */
  knows(kind: KindDefinition): boolean;
  /** The record, or `404 not_found`. */
  get<Kind extends KindDefinition>(kind: Kind, id: string): Promise<RecordOf<Kind>>;
  /** Those of the ids that exist and are not in the trash, by id. */
  getMany<Kind extends KindDefinition>(
    kind: Kind,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RecordOf<Kind>>>;
  /** As `getMany`, holding the rows against other writers until the transaction ends. Ids are locked in order, so that two lockers never wait for each other. */
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
  /**
   * Adds to records what others come to: locks them, and writes what `change` makes of each as it is then. Ids of records that are gone are
   * passed over.
   */
  updateEach<Kind extends KindDefinition>(
    kind: Kind,
    ids: readonly string[],
    change: (record: RecordOf<Kind>) => FieldsPatch<Kind>,
  ): Promise<readonly RecordOf<Kind>[]>;
  /** Those of the ids that records beside them hold on to, so that they could not be removed even all at once. Looks at what was written before this transaction. */
  heldByOthers<Kind extends KindDefinition>(kind: Kind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Moves to the trash; `409 in_use` where a reference forbids it. */
  remove<Kind extends KindDefinition>(kind: Kind, ids: readonly string[], options?: WriteOptions): Promise<void>;
}

export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What module code is handed instead of a request, a database, a clock and randomness. One per transaction. */
export interface ModuleContext<Emits extends EventDefinition = EventDefinition> {
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string };
  readonly actor: Actor;
  readonly records: Records;
  readonly files: Files;
  /** Reports what happened: written in this transaction, delivered after it commits. Only declared events. */
  emit<Event extends Emits>(event: Event, payload: EventPayload<Event>): void;
  /** Tells people, once this transaction commits: first the bell, then the channels. Answers how many members it is for. */
  notify(notice: Notice): Promise<{ readonly recipients: number }>;
  /** Runs another action by id in this transaction, under the same rights. */
  invoke(
    action: string,
    record: { readonly kind: string; readonly id: string } | null,
    input: Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
  /** Whether the workspace has an action: that of a module which is not required may be missing. */
  offers(action: string): boolean;
  /** The module's settings in this workspace, defaults filled in. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The instant of this transaction. */
  readonly now: Date;
  newId(): string;
  /**
   * The next `count` numbers of a series of the module, `order` for PO-0001, PO-0002 and so on: the first of them. Never given twice, nor
   * again after a deletion; who asks for the same series waits until this transaction ends, and a rollback gives its numbers back.
   */
  takeNumbers(series: string, count: number): Promise<number>;
  /** Goes past a number that somebody gave by hand. */
  passNumber(series: string, number: number): Promise<void>;
  /**
   * Leaves something for the end of the transaction: `work` runs once for all that was left under a key, when everything else is written
   * and before it commits. For what many writes come to: rows that everybody writes are then held for the shortest time, and last.
   */
  atEnd<Entry>(key: string, entry: Entry, work: (entries: readonly Entry[]) => Promise<void>): void;
  readonly log: Logger;
}

export type KindHookContext = ModuleContext & {
  /** The action whose run made the write; null for a plain request. */
  readonly action: string | null;
};
