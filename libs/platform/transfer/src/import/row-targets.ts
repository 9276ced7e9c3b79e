import { invalidQuery, type RecordShape } from '@cubit/core/host';
import { suggestName } from '@cubit/expressions';
import { type ErrorDetail, validationFailed } from '@cubit/core';
import type { DecimalMark } from '../table/cell.js';
import { columnsOf, IGNORED_COLUMNS, type Column } from '../table/columns.js';

/** Column of the file to field, `id`, `tags` or `<reference>.key`; null ignores it. */
export type Mapping = Readonly<Record<string, string | null>>;

/** Targets of the values in a file: by column for a table, by member for JSON. Null: ignored. */
export interface RowTargets {
  /** One per column of the header; empty for JSON. */
  readonly columns: readonly (Column | null)[];
  /** In the cells of a table. */
  readonly decimal: DecimalMark;
  /** Target of a member of a JSON row; undefined if the kind has none. */
  member(name: string): Column | null | undefined;
}

interface TargetOptions {
  /** Null for JSON. */
  readonly header: readonly string[] | null;
  /** Null: by name; a column without a field of that name is an error. */
  readonly mapping: Mapping | null;
  readonly decimal?: DecimalMark;
}

export function rowTargets(shape: RecordShape, { header, mapping, decimal = '.' }: TargetOptions): RowTargets {
  const byName = new Map(columnsOf(shape).map((column) => [column.name, column]));
  const known = (name: string): Column | null | undefined => {
    const column = byName.get(name);
    if (!column) return IGNORED_COLUMNS.has(name) ? null : undefined;
    return isTaken(column) ? column : null;
  };
  if (mapping) checkMapping(shape, { byName, mapping, header });
  const target = (name: string): Column | null | undefined => {
    if (!mapping) return known(name);
    const wanted = Object.hasOwn(mapping, name) ? mapping[name] : null;
    return wanted === null || wanted === undefined ? null : (byName.get(wanted) ?? null);
  };
  if (header && !mapping) checkHeader(header, { known, names: byName.keys() });
  return { columns: header?.map((name) => target(name) ?? null) ?? [], decimal, member: target };
}

/** Columns maintained by the server are exported and ignored by imports. */
function isTaken(column: Column): boolean {
  return column.holds !== 'envelope' && !('field' in column && column.field.readOnly);
}

function checkHeader(
  header: readonly string[],
  { known, names }: { readonly known: (name: string) => Column | null | undefined; readonly names: Iterable<string> },
): void {
  const candidates = [...names];
  const faults = header.flatMap((name, index): ErrorDetail[] => {
    const path = `/columns/${index}`;
    if (header.indexOf(name) !== index)
      return [{ path, code: 'not_unique', message: `There are two columns '${name}'.` }];
    if (known(name) !== undefined) return [];
    const message = `There is no field for the column '${name.slice(0, 100)}'.${suggestName(name.slice(0, 100), candidates)}`;
    return [{ path, code: 'unknown', message }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

function checkMapping(
  { kind }: RecordShape,
  {
    byName,
    mapping,
    header,
  }: {
    readonly byName: ReadonlyMap<string, Column>;
    readonly mapping: Mapping;
    readonly header: TargetOptions['header'];
  },
): void {
  const taken = new Map<string, string>();
  for (const [name, target] of Object.entries(mapping)) {
    if (header && !header.includes(name)) throw invalidQuery('mapping', `the file has no column '${name}'.`);
    if (target === null) continue;
    const column = byName.get(target);
    if (!column)
      throw invalidQuery('mapping', `'${kind.id}' has no field '${target}'.${suggestName(target, byName.keys())}`);
    if (!isTaken(column)) throw invalidQuery('mapping', `'${target}' is kept by the server.`);
    const other = taken.get(target);
    if (other !== undefined) throw invalidQuery('mapping', `'${other}' and '${name}' both lead to '${target}'.`);
    taken.set(target, name);
  }
}

/** Required fields of new records without a column. */
export function missingColumns(shape: RecordShape, { columns }: RowTargets): readonly string[] {
  const given = new Set(columns.flatMap((column) => (column && 'field' in column ? [column.field.name] : [])));
  return [...shape.fields.values()].filter((field) => field.required && !given.has(field.name)).map(({ name }) => name);
}
