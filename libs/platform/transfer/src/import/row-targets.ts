import { invalidQuery } from '@cubit/core/host';
import { suggestName } from '@cubit/expressions';
import { type ErrorDetail, validationFailed } from '@cubit/core';
import type { ColumnStyle } from '../table/clean-cell.js';
import { FOREIGN_ID, IGNORED_COLUMNS, type Column } from '../table/columns.js';
import { type ColumnStyles, PLAIN_STYLE } from './column-choices.js';
import { isWritable, type ImportNode } from './import-node.js';

/** Column of the file to target: a field, `id`, `tags`, `<reference>.key` or a path; null ignores it. */
export type Mapping = Readonly<Record<string, string | null>>;

/** Targets of the values in a file: by column for a table, by member for JSON. Null: ignored. */
export interface RowTargets {
  readonly node: ImportNode;
  /** The names of the columns; null for JSON. */
  readonly header: readonly string[] | null;
  /** One per column of the header; empty for JSON. */
  readonly columns: readonly (Column | null)[];
  /** How the values of a column or a member are written, by its name. */
  styleOf(name: string): ColumnStyle;
  /** Values for rows that have none. */
  readonly defaults: readonly { readonly column: Column; readonly text: string }[];
  /** Currency of amounts without one. */
  readonly currency: string | null;
  /** Currency of amounts of which nothing else tells one. */
  readonly fallbackCurrency: string | null;
  /** Members of a JSON row that are no target are ignored. */
  readonly open: boolean;
  /** How many values of the file a row of a reader stands for; 0 without a reader. */
  valuesOf(row: number): number;
  /** Target of a member of a JSON row; undefined if the kind has none. */
  member(name: string): Column | null | undefined;
}

export interface TargetOptions {
  /** Null for JSON. */
  readonly header: readonly string[] | null;
  /** Null: by name; a column without a field of that name is an error. */
  readonly mapping: Mapping | null;
  /** Default: with a decimal point; nothing tells the order of dates. */
  readonly styles?: ColumnStyles;
  /** Column of the file that has the ids of another system; null if none is named. */
  readonly idColumn?: string | null;
  /** Texts by target. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly currency?: string | null;
  readonly fallbackCurrency?: string | null;
  /** The rows come from a reader of the kind: their members are targets. */
  readonly isRead?: boolean;
  /** The values that a reader uses, shared out among its rows. */
  readonly share?: { readonly values: number; readonly rows: number };
}

export function rowTargets(node: ImportNode, options: TargetOptions): RowTargets {
  const { header, mapping, styles, idColumn = null, defaults = {}, currency = null } = options;
  const known = (name: string): Column | null | undefined => {
    if (name === idColumn) return { name: FOREIGN_ID, holds: 'foreign_id' };
    const column = node.column(name);
    if (!column) return IGNORED_COLUMNS.has(name) ? null : undefined;
    return isWritable(column) ? column : null;
  };
  const isRead = options.isRead === true;
  if (mapping && !isRead) checkMapping(node, { mapping, header });
  const target = (name: string): Column | null | undefined => {
    if (!mapping || (isRead && !Object.hasOwn(mapping, name))) return known(name);
    if (name === idColumn) return known(name);
    const wanted = Object.hasOwn(mapping, name) ? mapping[name] : null;
    return wanted === null || wanted === undefined ? null : (node.column(wanted) ?? null);
  };
  if (header && !mapping && !isRead) checkHeader(header, { known, names: [...node.columns].map(({ name }) => name) });
  return {
    node,
    header,
    columns: header?.map((name) => target(name) ?? null) ?? [],
    styleOf: (name) => styles?.byColumn.get(name) ?? styles?.given ?? PLAIN_STYLE,
    currency,
    fallbackCurrency: options.fallbackCurrency ?? null,
    open: isRead,
    valuesOf: (row) => shareOf(row, options.share) - shareOf(row - 1, options.share),
    defaults: Object.entries(defaults).flatMap(([name, text]) => {
      const column = node.column(name);
      return column ? [{ column, text }] : [];
    }),
    member: target,
  };
}

/** The values of the rows up to this one. */
function shareOf(row: number, share: TargetOptions['share']): number {
  return share && share.rows > 0 ? Math.floor((row * share.values) / share.rows) : 0;
}

function checkHeader(
  header: readonly string[],
  { known, names }: { readonly known: (name: string) => Column | null | undefined; readonly names: readonly string[] },
): void {
  const faults = header.flatMap((name, index): ErrorDetail[] => {
    const path = `/columns/${index}`;
    if (header.indexOf(name) !== index)
      return [{ path, code: 'not_unique', message: `There are two columns '${name}'.` }];
    if (known(name) !== undefined) return [];
    const message = `There is no field for the column '${name.slice(0, 100)}'.${suggestName(name.slice(0, 100), names)} Name its field with \`mapping\`, or take the proposal of the preview with \`mapping=auto\`.`;
    return [{ path, code: 'unknown', message }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

function checkMapping(
  node: ImportNode,
  { mapping, header }: { readonly mapping: Mapping; readonly header: TargetOptions['header'] },
): void {
  const taken = new Map<string, string>();
  for (const [name, target] of Object.entries(mapping)) {
    if (header && !header.includes(name)) throw invalidQuery('mapping', `the file has no column '${name}'.`);
    if (target === null) continue;
    const column = node.column(target);
    if (!column) {
      const names = [...node.columns].map((one) => one.name);
      throw invalidQuery('mapping', `'${node.kind.id}' has no field '${target}'.${suggestName(target, names)}`);
    }
    if (!isWritable(column)) throw invalidQuery('mapping', `'${target}' is kept by the server.`);
    const other = taken.get(target);
    if (other !== undefined) throw invalidQuery('mapping', `'${other}' and '${name}' both lead to '${target}'.`);
    taken.set(target, name);
  }
}

/** Required fields of new records for which neither a column nor a default gives a value. */
export function missingColumns({ node, defaults }: RowTargets, columns: readonly (Column | null)[]): readonly string[] {
  const given = new Set<string>();
  for (const column of [...columns, ...defaults.map((one) => one.column)]) {
    if (!column) continue;
    if (column.holds === 'nested') given.add(column.at);
    else if (column.holds === 'path') given.add(node.kind.definition.titleField ?? '');
    else if ('field' in column) given.add(column.field.name);
  }
  const { fallbacks = {} } = node.importing;
  return [...node.shape.fields.values()]
    .filter(
      ({ required, name }) =>
        required && !given.has(name) && !(fallbacks[name] ?? []).some((other) => given.has(other)),
    )
    .map(({ name }) => name);
}
