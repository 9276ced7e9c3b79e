import type { Static, TObject } from 'typebox';
import type { KindHints } from '@cubit/web-contract';
import type { KindChanges } from './changes.js';
import type { KindHookContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { KindImport } from './importing.js';
import type { Lifecycle } from './lifecycle.js';
import type { SettingsOf } from './settings.js';

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

/** A record whose kind is known only at run time. */
export type AnyRecord = RecordOf<KindDefinition>;

/** The fields of such a record, by their names. */
export type FieldValues = Readonly<Record<string, unknown>>;

export type WriteOperation = 'create' | 'update' | 'delete' | 'restore';

/**
 * A write before it is stored. `beforeWrite` may change `fields` and `title`; `path` maps a field's name to the JSON Pointer that
 * faults report.
 */
export interface RecordDraft<Kind extends KindDefinition = KindDefinition> {
  readonly operation: WriteOperation;
  readonly id: string;
  readonly before: RecordOf<Kind> | null;
  fields: Static<Kind['fields']>;
  title: string;
  path(field: string): string;
}

/** A write that is stored but not committed. */
export interface RecordChange<Kind extends KindDefinition = KindDefinition> {
  readonly operation: WriteOperation;
  readonly before: RecordOf<Kind> | null;
  readonly after: RecordOf<Kind>;
  /** The writer's `note`, for example the reason of a stock movement. Absent for writes by plain requests. */
  readonly note: unknown;
  path(field: string): string;
}

/** Records of another kind that belong to a record: the lines of an order. */
export interface KindChildren {
  /** Beside `fields` in create requests, and in reads with `expand=<name>`. */
  readonly name: string;
  /** A kind of the same module. */
  readonly kind: string;
  /** Its field that refers to this kind. */
  readonly by: string;
}

export interface KindEvents {
  readonly created?: EventDefinition;
  /** Its payload has `changes: { field: { from, to } }`. A change of computed fields alone does not emit it. */
  readonly updated?: EventDefinition;
  readonly deleted?: EventDefinition;
  readonly restored?: EventDefinition;
}

/**
 * A type of record, `<module>:<kind>`. Storage, validation, routes, OpenAPI, filters, history, trash, references and events are
 * derived from this one value.
 */
export interface KindDefinition<
  Id extends string = string,
  Fields extends TObject = TObject,
  Settings extends TObject = TObject,
> {
  readonly id: Id;
  /** Singular and plural. */
  readonly title: readonly [string, string];
  readonly description?: string;
  readonly fields: Fields;
  /** The field that is the record's title; or use `titleOf`. */
  readonly titleField?: FieldName<Fields>;
  titleOf?(fields: Static<Fields>): string;
  /** Fields that full-text search covers, in addition to the title. */
  readonly search?: readonly FieldName<Fields>[];
  /** Fields that get an index for filters and sorts. */
  readonly index?: readonly IndexKey<Fields>[];
  /** Unique among the records of a workspace that are not in the trash; records without a value are exempt. */
  readonly unique?: readonly IndexKey<Fields>[];
  /**
   * A reference to the record above it, of this kind: the records form trees, and `within()` in filters and conditions selects
   * a record with all below it. Default: `parent` of `ui`.
   */
  readonly parent?: FieldName<Fields>;
  /**
   * Records that can be created and read together with a record of this kind, and that come back from the trash with it if they
   * were moved there with it.
   */
  readonly children?: readonly KindChildren[];
  readonly lifecycle?: Lifecycle;
  /**
   * A `fixed` reference whose target is locked before the record itself (a stock item's part). All writers then take locks in the
   * same order, which prevents deadlocks.
   */
  readonly lockAfter?: FieldName<Fields>;
  /** `read-only`: only module code writes records of this kind (a ledger). Default `read-write`. */
  readonly access?: 'read-write' | 'read-only';
  /**
   * Retention in days for records that are written often and read for a limited time (readings of a scale). They have no history,
   * and are deleted permanently after this time, without trash and events. Only for `read-only` kinds that no other kind refers
   * to. Default: no limit.
   */
  readonly keepDays?: number;
  readonly events?: KindEvents;
  /** Additional events that `beforeWrite` and `onWrite` may emit. */
  readonly emits?: readonly EventDefinition[];
  /** The schema of the module's settings, if the hooks read them: gives `context.settings` its type. */
  readonly settings?: Settings;
  /** Payload members of this kind's events in addition to the record's id. */
  eventPayload?(record: RecordOf<KindDefinition<Id, Fields>>): Readonly<Record<string, unknown>>;
  /**
   * Applies rules and derived values to all records of one write; do not query per record. Throws `validationFailed` with
   * `draft.path(field)`.
   */
  beforeWrite?(
    context: KindHookContext<SettingsOf<Settings>>,
    drafts: readonly RecordDraft<KindDefinition<Id, Fields>>[],
  ): Promise<void> | void;
  /** Applies the consequences of a write, in its transaction, for all its records. */
  onWrite?(
    context: KindHookContext<SettingsOf<Settings>>,
    changes: readonly RecordChange<KindDefinition<Id, Fields>>[],
  ): Promise<void>;
  /** What each version of the module changed in the fields: `{ '2.0.0': { rename: { speed_mm_s: 'speed' } } }`. */
  readonly changes?: KindChanges;
  /** Converts fields written by an older version of the module to the current schema. Pure. */
  upgrade?(fields: Readonly<Record<string, unknown>>): Static<Fields>;
  /** How files of other programs become records of this kind. Default: only files with the names of its fields. */
  readonly importing?: KindImport;
  /** How the web app draws records of the kind. Without hints: declared order, title field, and what the types suggest. */
  readonly ui?: KindHints;
  /** Example fields of a create request: shown in the docs and tested. */
  readonly example?: Readonly<Record<string, unknown>>;
}

export function defineKind<
  const Id extends `${string}:${string}`,
  Fields extends TObject,
  Settings extends TObject = TObject,
>(definition: KindDefinition<Id, Fields, Settings>): KindDefinition<Id, Fields> {
  return definition as unknown as KindDefinition<Id, Fields>;
}

/** A kind of another module, with only the fields that are needed. Modules refer to each other by id, never by import. */
export function foreignKind<const Id extends `${string}:${string}`, Fields extends TObject>(
  id: Id,
  fields: Fields,
): KindDefinition<Id, Fields> & { readonly foreign: true } {
  return { id, title: [id, id], fields, foreign: true };
}
