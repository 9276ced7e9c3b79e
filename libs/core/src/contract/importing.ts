/** A row of a foreign file by the names of its columns or members. */
export type ImportItem = Readonly<Record<string, unknown>>;

/** Turns items of one foreign format into rows whose members are targets: fields, `category.key`, `stock.qty`. Pure. */
export interface ImportReader {
  /** `kicad-bom`: shown by the preview. */
  readonly name: string;
  /** Kinds of which the format has records beside the rows: they are created without `create_missing`. */
  readonly creates?: readonly string[];
  /** Whether an item of the file (a row, an element of an array, or the whole document) has the format. */
  matches(item: ImportItem): boolean;
  /** An item that makes no record is a row `{ 'import.left_out': 'not_fitted' }` or `'excluded'`: the result counts both. */
  rows(item: ImportItem): readonly ImportItem[];
}

/** Records that a row makes beside its own, for example the opening stock of a part. */
export interface ImportDetail {
  readonly kind: string;
  /** Their field that refers to the record of the row. */
  readonly field: string;
  /**
   * Alternatives of fields: a row that has all values of none of them makes none. A quantity of zero is no value. With `supplier_part.sku`,
   * a record that the detail refers to is not described without that value.
   */
  readonly needs: readonly (readonly string[])[];
  /** A row that has some of the values, but all of no alternative, is rejected. Default: it makes none, with a warning. */
  readonly strict?: boolean;
  /** A cell of the text field `field` may name several (`1-3; 7`): each makes a record, with the values of `fields`. */
  readonly each?: { readonly field: string; readonly fields: Readonly<Record<string, unknown>> };
  /**
   * `new`: written only with a new record of the row, so that importing a file again does not add stock twice. `missing`: those
   * that the record has already, compared by those of `same` that the row has, are not written again.
   */
  readonly write: 'new' | 'missing';
  readonly same?: readonly string[];
}

/** Where the unit goes that a cell names beside its number, as in `1.5 kg`. */
export type ImportUnit =
  /** Into this field of the record, whose rules convert the quantity. */
  | { readonly input: string }
  /**
   * The quantity is converted into the unit of the record that the field `of` refers to; an empty text: of the record itself.
   * `input`: the field of the record that names the unit as well.
   */
  | { readonly of: string; readonly input?: string };

/** What the quantities of a record are measured in. */
export interface ImportMeasure {
  /** The field with the unit. */
  readonly unit: string;
  /** The field with units of its own: `[{ unit: 'box', qty: 100 }]`. */
  readonly packs?: string;
  /** A new record without a unit takes that of the record that this field refers to. */
  readonly from?: string;
  /** The unit of a record without one. */
  readonly fallback?: string;
}

/** A query parameter of the import that gives every row a value for which the file has no column. */
export interface ImportParameter {
  readonly target: string;
  readonly description: string;
}

/** What is known about a file before its rows are read. */
export interface ImportFile {
  /** Name of the file; null if the request names none. */
  readonly name: string | null;
  readonly header: readonly string[];
  /** The first rows. */
  readonly samples: readonly Readonly<Record<string, string>>[];
  /** Kinds of which missing records are created. */
  readonly creates: readonly string[];
}

/**
 * How files of other programs become records of a kind. Targets are names of fields, or paths: `category.key` (readable key),
 * `part.id` (id in the other system), `supplier_part.sku` (field of a record that is referred to), `stock.qty` (field of a detail),
 * `unit_cost.currency`, `import.id` (the row's id in the other system) and `import.path` (path in a tree).
 */
export interface KindImport {
  /** Other names of columns, by target, in any case and without punctuation. The first target with a column wins. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** Targets that are proposed only where no column leads to one of the others: `{ 'lines.part': ['lines.supplier_part.sku'] }`. */
  readonly onlyWithout?: Readonly<Record<string, readonly string[]>>;
  /** `guess`: files are mapped by the proposal of the preview if the request has no mapping. Default: by exact names. */
  readonly headers?: 'guess';
  /** `declared`: columns are proposed only for targets in `columns`. Default: for fields as well. */
  readonly propose?: 'declared';
  /** Other words for the values of an enum: `{ status: { ok: ['10'] } }`. A word that is not known is left out, with a warning. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Fields that give the value of a field without one: `{ name: ['mpn', 'description'] }`. */
  readonly fallbacks?: Readonly<Record<string, readonly string[]>>;
  /** Fields by which a row without a key finds its record. Default: each row creates a record. */
  readonly match?: readonly string[];
  /** Rows of one record in a file are merged: numbers of `sum` are added, texts of `join` are put together. Requires `match`. */
  readonly merge?: { readonly sum?: string; readonly join?: string };
  /** A record that a row finds is not changed; only missing details are added. */
  readonly keep?: boolean;
  /** Fields by which a record is found that a row of another kind describes; the first alternative with values that finds one. */
  readonly identify?: readonly (readonly string[])[];
  /** Titles are compared without case and punctuation before a record is created: `Digi-Key` and `DIGIKEY`. */
  readonly loose?: boolean;
  readonly details?: Readonly<Record<string, ImportDetail>>;
  /** Targets that take the value of another target where a row has none: `{ 'stock.location': 'default_location' }`. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Kinds whose missing records are created without `create_missing`. */
  readonly creates?: readonly string[];
  readonly parameters?: Readonly<Record<string, ImportParameter>>;
  /** Values for every row, by target, that follow from the name or the columns of a file. */
  infer?(file: ImportFile): Readonly<Record<string, string>>;
  /** `target` takes a digest of the values `of` the rows if nothing else gives it a value, so that the same rows are recognised. */
  readonly digest?: { readonly target: string; readonly of: readonly string[] };
  readonly readers?: readonly ImportReader[];
  /** By quantity. A number with a unit is converted by the unit that its field has (`x-ui`); a unit that does not convert rejects the row. */
  readonly units?: Readonly<Record<string, ImportUnit>>;
  /** What quantities of its records are measured in. */
  readonly measure?: ImportMeasure;
}

/** `Mfr. #` means a number; a column `#` counts rows. */
const NUMBER_SIGN = /(?<=\p{L}\W*)#/gu;

/** A name without case, accents and punctuation: `Mfr. Part #` gives `mfrpartnumber`. */
export function plainName(text: string): string {
  return text
    .replaceAll(NUMBER_SIGN, 'number')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
