import type { RecordShape, ShapeField } from '@cubit/core';

/** What a reference's column is called that holds readable keys (`Resistors/SMD`) where the plain one holds ids. */
export const KEY_SUFFIX = '.key';

/** What one column of a table of records holds. */
export type Column =
  | { readonly name: string; readonly holds: 'id' }
  | { readonly name: string; readonly holds: 'tags' }
  /** What the server keeps of a record: exported, and nothing to import. */
  | { readonly name: string; readonly holds: 'envelope' }
  | { readonly name: string; readonly holds: 'field'; readonly field: ShapeField }
  /** Readable keys of what a field refers to. */
  | { readonly name: string; readonly holds: 'key'; readonly field: ShapeField };

const AFTER_FIELDS = ['version', 'created_at', 'updated_at', 'created_by'] as const;
/** Columns of files that were rejected, or of the API's own rows: never an error, never taken. */
export const IGNORED_COLUMNS: ReadonlySet<string> = new Set([
  'kind',
  'title',
  'deleted_at',
  'keys',
  'import.row',
  'import.reasons',
  ...AFTER_FIELDS,
]);

const KEYED_TYPES = new Set(['ref', 'refs', 'user', 'users']);

export function hasKeys(field: ShapeField): boolean {
  return KEYED_TYPES.has(field.type);
}

/** The columns of a kind, in the order of an export. A field of the same name as a part of the envelope has its place. */
export function columnsOf(shape: RecordShape): readonly Column[] {
  const fields = [...shape.fields.values()].flatMap((field): Column[] => {
    const column = { name: field.name, holds: 'field', field } as const;
    return hasKeys(field) ? [column, { name: `${field.name}${KEY_SUFFIX}`, holds: 'key', field }] : [column];
  });
  const title = shape.kind.titleField === undefined ? ['title'] : [];
  const envelope = (names: readonly string[]): Column[] =>
    names.filter((name) => !shape.fields.has(name)).map((name) => ({ name, holds: 'envelope' }));
  const tags: Column[] = shape.fields.has('tags') ? [] : [{ name: 'tags', holds: 'tags' }];
  return [{ name: 'id', holds: 'id' }, ...envelope(title), ...fields, ...tags, ...envelope(AFTER_FIELDS)];
}
