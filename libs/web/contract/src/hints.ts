import type { Icon } from './icons.js';
import type { ActionTone, Color, KindRole, Layout, Tone, WallPart, Widget } from './names.js';

export type HintValue = string | number | boolean | null;

/** A bound is a number, or the name of the field of the same record that has it. */
export type Bound = number | string;

/** A comparison as data, so that a browser runs no code of a module. Exactly one member. */
export type Comparison =
  | { readonly is: HintValue }
  | { readonly in: readonly HintValue[] }
  | { readonly has: HintValue }
  | { readonly below: Bound }
  | { readonly above: Bound };

/** A comparison of another field of the same record or input. */
export type Condition = { readonly field: string } & Comparison;

/** The records that an action is offered for. */
export type OfferedFor = Condition & {
  /** Of an action that applies to several kinds, the one whose records are compared: those of the others are offered it. Default: all. */
  readonly kind?: string;
};

/** Hints of one field of a kind, or of one member of an action's input. */
export interface FieldHints {
  readonly widget?: Widget;
  /**
   * Unit shown behind the value: a text, or the field that has it: `unit`, or `part.unit` of the record that a reference names. For an input
   * also a field of the record that the action runs on.
   */
  readonly unit?: string | { readonly field: string };
  /**
   * Of a text that is the unit of a quantity: the reference to the record whose quantities are meant, or `id`, the record that an action runs
   * on. People choose among the units that fit its `measure`.
   */
  readonly units?: string;
  /** Tones of the value, each with its comparison; the most urgent applies. */
  readonly tone?: Readonly<Partial<Record<Tone, Comparison>>>;
  /** The field is shown only where this holds. */
  readonly visible?: Condition;
  /** Titles of the values of an enum that `labelOf` does not title well: `{ fdm: 'FDM' }`. Any other value has the title that `labelOf` gives it. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Values of an enum that people choose from; the others are set by actions. Default: all. */
  readonly choices?: readonly string[];
  /** Shown grey in an empty input. */
  readonly placeholder?: string;
  /** The field is for programs: forms, pages and lists of columns leave it out. */
  readonly hidden?: boolean;
}

/** A group of fields in forms and on the page of a record. Fields in no group stand before the groups, in declared order. */
export interface FormGroup {
  readonly title: string;
  readonly fields: readonly string[];
  readonly collapsed?: boolean;
  /** Comes first on the page of a record, over its whole width. */
  readonly lead?: boolean;
}

/** A value of the record that stands large below its title. */
export interface FieldFact {
  readonly field: string;
  /** Where the title of the field says too little or too much. */
  readonly title?: string;
  /** The whole of which the value is a part, drawn as a bar. */
  readonly of?: Bound;
}

/** The records that those name which refer to this one, each once: the places of a part. */
export interface RelatedFact {
  readonly title: string;
  readonly kind: string;
  /** The reference field of `kind` that names this record. */
  readonly by: string;
  /** The reference field of `kind` that names what is shown. */
  readonly field: string;
  /** A filter in the language of lists. */
  readonly filter?: string;
}

/** What a person opens the page of a record for: the name of a field, or more about it. */
export type Fact = string | FieldFact | RelatedFact;

/** Records of another kind that refer to this one, as a panel of its page. */
export interface Panel {
  readonly title: string;
  readonly kind: string;
  /** The reference field of `kind` that names this record. */
  readonly by: string;
  readonly fields?: readonly string[];
  /** Offers to create a record that refers to this one. */
  readonly create?: boolean;
  /** Comes first on the page of a record, over its whole width, with up to 200 records. */
  readonly lead?: boolean;
}

/** A view that comes with the kind. */
export interface DeclaredView {
  readonly name: string;
  /** A filter in the language of lists. */
  readonly filter?: string;
  /** `name` or `-created_at`; several are separated by commas. */
  readonly sort?: string;
  readonly layout?: Layout;
  /** The field that boards and group headers group by. */
  readonly group?: string;
  /** A field with members: only records that have the person who looks in it. */
  readonly mine?: string;
  /** Of a kind with the role `job`: displays of machines show these records as what a machine does `now`, or as what comes `next`, in this order. */
  readonly wall?: WallPart;
}

/** A field that a display on a wall shows of a record. */
export interface WallFact {
  readonly field: string;
  /** Where the title of the field says too little or too much. */
  readonly title?: string;
  /** The field is shown only where this holds. */
  readonly visible?: Condition;
}

/** The dates that place a record in a calendar. */
export interface CalendarDates {
  readonly start: string;
  /** The last day, or the end. Without it the record is a point in time. */
  readonly end?: string;
}

/**
 * What quantities of a record are given in: the fields with its unit and with its own units (`[{ unit: 'box', qty: 100 }]`), or the reference
 * to the record that has them.
 */
export type Measure = { readonly unit: string; readonly packs?: string } | { readonly of: string };

/** How the records of a kind that are drawn become records of another one. */
export interface DocumentApply {
  /**
   * An action of the module on a record of the kind: it creates, updates and leaves records as the document of the record says. Its input has
   * `dry_run` and `mode` (`merge` keeps what the document no longer has, `replace` removes it). Its result has `created` and `updated`
   * (`[{ id, path }]`) and `orphaned` (`[{ id, path, removed }]`); `path` is for people.
   */
  readonly action: string;
  /** The kind of the records that it creates. */
  readonly kind: string;
  /** An action that is offered for those that it created, as it is for a selection of them in a list (`bulk`): the one that prints their labels. */
  readonly then?: string;
}

export interface KindHints {
  readonly icon?: Icon;
  readonly color?: Color;
  readonly role?: KindRole;
  /** Fields in tables, cards, pickers and search results, the most telling first. */
  readonly summary?: readonly string[];
  /** The file field with the picture of a record: lists offer a gallery. */
  readonly cover?: string;
  /**
   * A drawing on the page of the record: a route of the module that answers an image, `/floorplans/{plan}.svg?highlight={id}`. Braces name
   * `id` or a field of the record, without whose value there is no drawing. One with `{id}` before the question mark is of the record itself,
   * and has the width of the page. Of an SVG, `@media (prefers-color-scheme: dark)` follows the theme of the page.
   */
  readonly picture?: string;
  /**
   * Of a kind with the role `plan`: the route of the module that answers the document of a record with GET and an `ETag`, and takes it with PUT
   * and `If-Match`: `/floorplans/{id}`. POST to it without `/{id}` creates a record and answers its `id`. People draw records of such a kind, even
   * if the kind is read-only: the page is `/w/{workspace}/modules/{module}/floorplans/{id}?edit`.
   */
  readonly document?: string;
  /** What makes records of another kind from the document. */
  readonly apply?: DocumentApply;
  /** The reference to a record of the same kind that contains this one: lists offer a tree. */
  readonly parent?: string;
  /** Up to six values that stand large below the title of a record, the most telling first. Those without a value, and zeros behind the first, are left out. */
  readonly facts?: readonly Fact[];
  /** Fields on displays of machines, of a kind with the role `machine` or `job`, the most telling first. A yes or no is shown where it is yes. Default: the summary. */
  readonly wall?: readonly (string | WallFact)[];
  readonly form?: readonly FormGroup[];
  readonly panels?: readonly Panel[];
  readonly views?: readonly DeclaredView[];
  /** The field that makes the columns of a board: an enum or a reference. Default: the field of the lifecycle. */
  readonly board?: string;
  /** The fields that place a record in a calendar. Without them the kind has no calendar. */
  readonly calendar?: CalendarDates;
  /** The field that orders records by hand, and the action that moves one. */
  readonly order?: { readonly field: string; readonly action: string };
  /** Fields that a scanned code is compared with. */
  readonly scan?: readonly string[];
  /** What quantities of a record are given in. */
  readonly measure?: Measure;
  /** One sentence for an empty list: what a record of the kind is for. */
  readonly empty?: string;
}

/**
 * Rows of an array member: one for each record of a kind that refers to the record of the action. If that record is of this kind itself, it is
 * the only row. Without its required members a row is not sent.
 */
export interface PrefilledRows {
  /** The kind of the records. */
  readonly rows: string;
  /** Its reference field that names the record of the action. */
  readonly by: string;
  /** A filter in the language of lists. */
  readonly filter?: string;
  readonly sort?: string;
  /** Members of a row: a value, or the field of its record that has it; `id` is the record, which people cannot change. */
  readonly members: Readonly<Record<string, HintValue | { readonly field: string }>>;
  /** Fields of the record that are shown beside, with another title where the field's own would mislead. */
  readonly show?: readonly (string | { readonly field: string; readonly title: string })[];
}

/**
 * Rows of an array member: one for each entry of a list of objects that the record of the action has. Without its required members a row is not
 * sent.
 */
export interface PrefilledEntries {
  /** The field of the record with the list. */
  readonly entries: string;
  /** Members of a row: a value, or the member of its entry that has it. The first identifies the entry, and people cannot change it. */
  readonly members: Readonly<Record<string, HintValue | { readonly field: string }>>;
  /** The member of an entry that names it for people: a reference. */
  readonly title: string;
  /** Entries that have this member come last. */
  readonly done?: string;
  /** Members of the entry that are shown beside, with another title where the member's own would mislead. */
  readonly show?: readonly (string | { readonly field: string; readonly title: string })[];
}

export interface ActionHints {
  readonly icon?: Icon;
  readonly tone?: ActionTone;
  /** One letter or digit that runs the action on the record's page. */
  readonly key?: string;
  /** Position among the actions of a record, the lowest first. Without one it comes after those that have one. */
  readonly order?: number;
  /** Members of the input that people are not asked for. */
  readonly hidden?: readonly string[];
  /** Initial input: a value, the field of the record that has it, or for an array a row for each record that refers to the record, or for each entry of a list that it has. */
  readonly prefill?: Readonly<
    Record<string, HintValue | { readonly field: string } | PrefilledRows | PrefilledEntries>
  >;
  /** The action is offered only for records of which this holds. */
  readonly visible?: OfferedFor;
  /**
   * Offered for a selection of records, and runs once for each of them. In place of `true`, the id of an action without a record, which takes all
   * of them as `records` of its input.
   */
  readonly bulk?: boolean | string;
  /** Asked before it runs. */
  readonly confirm?: string;
  /**
   * What a run did, in words for people: `Used {input.qty} of {title}, {record.available} left`. Braces name a member of the input, a field of
   * the record afterwards, a number of the result, or the title of the record. A part between commas is left out if a value in it is missing.
   * Default: the action's title.
   */
  readonly done?: string;
  /** Other words for values of a member of the result: for runs that had nothing to do. */
  readonly doneFor?: { readonly result: string; readonly words: Readonly<Record<string, string>> };
  /** False: for wires, programs and agents alone. The app does not offer the action. Default true. */
  readonly offered?: boolean;
}

/** The records of a tile that wait for somebody. */
export interface HomeRows {
  /** Fields behind the title of each, the most telling first. Up to three. */
  readonly fields?: readonly string[];
  readonly sort?: string;
  /** The action that a person runs on one of them. Of a module that the workspace has not enabled, none is offered. */
  readonly action?: string;
}

/** A number on the home page that leads to the list that it counts. What is zero is not drawn. */
export interface HomeTile {
  readonly title: string;
  /** The kind that is counted. */
  readonly metric: string;
  readonly filter?: string;
  /** A field with members: only records that have the person who looks in it. */
  readonly mine?: string;
  readonly tone?: Tone;
  /** The records wait for somebody: in place of their number, the first five of them are shown. */
  readonly rows?: HomeRows;
  /** The field with the time of a record: those of the last 30 days are counted, and drawn as a line with a point a day (UTC). */
  readonly daily?: string;
}

export interface ModuleHints {
  readonly icon?: Icon;
  readonly color?: Color;
  /** Kinds in the menu of the module, in order. Without it: all kinds. */
  readonly menu?: readonly string[];
  readonly home?: readonly HomeTile[];
}
