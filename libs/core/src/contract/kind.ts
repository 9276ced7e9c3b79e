import type { Static, TObject } from 'typebox';
import type { KindHookContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { Lifecycle } from './lifecycle.js';

/** Name of a field, or several for a compound index. */
export type IndexKey<Fields extends TObject> = FieldName<Fields> | readonly FieldName<Fields>[];
export type FieldName<Fields extends TObject> = Extract<keyof Static<Fields>, string>;

/** A record as module code sees it. */
export interface RecordOf<Kind extends KindDefinition> {
  readonly id: string;
  readonly kind: Kind['id'];
  readonly title: string;
  readonly fields: Readonly<Static<Kind['fields']>>;
  readonly tags: readonly string[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string | null;
  readonly deleted_at: string | null;
}

/** A record of a kind that is only known at run time. */
export type AnyRecord = RecordOf<KindDefinition>;

export type WriteOperation = 'create' | 'update' | 'delete' | 'restore';

/** A write about to be made. `beforeWrite` may change `fields` and `title`; `path` turns a field's name into the pointer that the client knows. */
export interface RecordDraft<Kind extends KindDefinition = KindDefinition> {
  readonly operation: WriteOperation;
  readonly id: string;
  readonly before: RecordOf<Kind> | null;
  fields: Static<Kind['fields']>;
  title: string;
  path(field: string): string;
}

/** A write that was made, before its transaction commits. */
export interface RecordChange<Kind extends KindDefinition = KindDefinition> {
  readonly operation: WriteOperation;
  readonly before: RecordOf<Kind> | null;
  readonly after: RecordOf<Kind>;
  /** What the writer said of it: a ledger finds the reason of a movement here. Absent for writes by plain requests. */
  readonly note: unknown;
  path(field: string): string;
}

export interface KindEvents {
  readonly created?: EventDefinition;
  /** Its payload holds `changes: { field: { from, to } }`. What changes computed fields alone emits none: it has events of its own. */
  readonly updated?: EventDefinition;
  readonly deleted?: EventDefinition;
  readonly restored?: EventDefinition;
}

/**
 * A type of record, `<module>:<kind>`. From this one value come storage, validation, routes, OpenAPI, filters, history, trash,
 * references, and events on every path that writes.
 */
export interface KindDefinition<Id extends string = string, Fields extends TObject = TObject> {
  readonly id: Id;
  /** Singular and plural, as people read them. */
  readonly title: readonly [string, string];
  readonly description?: string;
  readonly fields: Fields;
  /** The field that a record's title is taken from; or a function of the fields. */
  readonly titleField?: FieldName<Fields>;
  titleOf?(fields: Static<Fields>): string;
  /** Fields that the search box looks into, beside the title. */
  readonly search?: readonly FieldName<Fields>[];
  /** Fields whose filters and sorts get an index of their own. */
  readonly index?: readonly IndexKey<Fields>[];
  /** Unique among the live records of a workspace; records without a value are free. */
  readonly unique?: readonly IndexKey<Fields>[];
  readonly lifecycle?: Lifecycle;
  /**
   * A `fixed` reference whose target is always locked before the record itself (a stock item's part). Every writer then takes
   * the same locks in the same order, so that none waits for another that waits for it.
   */
  readonly lockAfter?: FieldName<Fields>;
  /** `read-only`: written by the module's own code alone (a ledger). Default `read-write`. */
  readonly access?: 'read-write' | 'read-only';
  /**
   * What is written much and read for a while, as the readings of a scale: no history is kept of the records, and so many days after they were made they
   * are gone for good, without trash and without events. For `read-only` kinds that no other refers to. Default: they stay.
   */
  readonly keepDays?: number;
  readonly events?: KindEvents;
  /** Further events that `beforeWrite` and `onWrite` may emit. */
  readonly emits?: readonly EventDefinition[];
  /** What the events of this kind carry beside the record's id. */
  eventPayload?(record: RecordOf<KindDefinition<Id, Fields>>): Readonly<Record<string, unknown>>;
  /** Rules and derived values, for all records of one write at once: no query per row. Throws `validationFailed` with `draft.path(field)`. */
  beforeWrite?(
    context: KindHookContext,
    drafts: readonly RecordDraft<KindDefinition<Id, Fields>>[],
  ): Promise<void> | void;
  /** What follows from a write, in its transaction, for all its records at once. */
  onWrite?(context: KindHookContext, changes: readonly RecordChange<KindDefinition<Id, Fields>>[]): Promise<void>;
  /** Brings a record that an older version of the module wrote to the present shape. Pure. */
  upgrade?(fields: Readonly<Record<string, unknown>>): Static<Fields>;
  /** An example of the fields that a client would send to create one: shown in the docs, tried by tests. */
  readonly example?: Readonly<Record<string, unknown>>;
}

export function defineKind<const Id extends `${string}:${string}`, Fields extends TObject>(
  definition: KindDefinition<Id, Fields>,
): KindDefinition<Id, Fields> {
  return definition;
}

/** A kind of another module, stated as the few fields needed: modules meet through ids, never through imports. */
export function foreignKind<const Id extends `${string}:${string}`, Fields extends TObject>(
  id: Id,
  fields: Fields,
): KindDefinition<Id, Fields> & { readonly foreign: true } {
  return { id, title: [id, id], fields, foreign: true };
}
