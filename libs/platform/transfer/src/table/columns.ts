import { FIELD_FACTS, type RecordShape, type ShapeField } from '@cubit/core/host';

/** Suffix of the column with the readable keys of a reference (`Resistors/SMD`); the plain column has ids. */
export const KEY_SUFFIX = '.key';

/** The content of one column of a table of records. */
export type ExportColumn =
  | { readonly name: string; readonly holds: 'id' }
  | { readonly name: string; readonly holds: 'tags' }
  /** Maintained by the server: exported, ignored by imports. */
  | { readonly name: string; readonly holds: 'envelope' }
  | { readonly name: string; readonly holds: 'field'; readonly field: ShapeField }
  /** Readable keys of what a field refers to. */
  | { readonly name: string; readonly holds: 'key'; readonly field: ShapeField };

/** The target of one column of an imported file. */
export type Column = ExportColumn | ImportColumn;

/** What only a file of an import can hold, not an export. */
export type ImportColumn =
  /** The id of the row's record in the other system. */
  | { readonly name: string; readonly holds: 'foreign_id' }
  /** The id in the other system of what a field refers to. */
  | { readonly name: string; readonly holds: 'foreign_key'; readonly field: ShapeField }
  | { readonly name: string; readonly holds: 'currency'; readonly field: ShapeField }
  /** The path of the row's record in its tree. */
  | { readonly name: string; readonly holds: 'path' }
  /** A column of a record that the row describes besides its own. */
  | { readonly name: string; readonly holds: 'nested'; readonly at: string; readonly column: Column };

export const FOREIGN_ID = 'import.id';
/** Why an item makes no record: a component that is not fitted, or excluded from a bill. */
export const LEFT_OUT = 'import.left_out';
export const LEFT_OUT_REASONS = ['not_fitted', 'excluded'] as const;
export type LeftOut = (typeof LEFT_OUT_REASONS)[number];
export const TREE_PATH = 'import.path';

const AFTER_FIELDS = ['version', 'created_at', 'updated_at', 'created_by'] as const;
/** Columns of files of rejects or of API records that imports always ignore. */
export const IGNORED_COLUMNS: ReadonlySet<string> = new Set([
  'kind',
  'title',
  'deleted_at',
  'keys',
  'import.row',
  'import.reasons',
  ...AFTER_FIELDS,
]);

export function hasKeys({ type }: ShapeField): boolean {
  const { holds } = FIELD_FACTS[type];
  return holds === 'record' || holds === 'member';
}

/** The columns of a kind in export order. A field takes precedence over a column of the record itself with the same name. */
export function columnsOf(shape: RecordShape): readonly ExportColumn[] {
  const fields = [...shape.fields.values()].flatMap((field): ExportColumn[] => {
    const column = { name: field.name, holds: 'field', field } as const;
    return hasKeys(field) ? [column, { name: `${field.name}${KEY_SUFFIX}`, holds: 'key', field }] : [column];
  });
  const title = shape.kind.titleField === undefined ? ['title'] : [];
  const envelope = (names: readonly string[]): ExportColumn[] =>
    names.filter((name) => !shape.fields.has(name)).map((name) => ({ name, holds: 'envelope' }));
  const tags: ExportColumn[] = shape.fields.has('tags') ? [] : [{ name: 'tags', holds: 'tags' }];
  return [{ name: 'id', holds: 'id' }, ...envelope(title), ...fields, ...tags, ...envelope(AFTER_FIELDS)];
}
