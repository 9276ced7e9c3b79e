import { Type, type Static } from 'typebox';
import type { Column } from '../table/columns.js';
import { fieldOfColumn, isWritable, type ImportNode } from './import-node.js';
import { isKey } from './match-rows.js';
import { columnTitle } from './column-title.js';

export const targetSchema = Type.Object(
  {
    name: Type.String({ description: 'As in `mapping`.' }),
    title: Type.String({ examples: ['Minimum'] }),
    kind: Type.Union([Type.String(), Type.Null()], {
      description: 'The kind of the field; null: the target is no field.',
    }),
    field: Type.Union([Type.String(), Type.Null()]),
    identifies: Type.Boolean({ description: 'Can be the `key`, where a column is mapped to it.' }),
  },
  { title: 'ImportTarget', $id: 'ImportTarget' },
);

type OfferedTarget = Static<typeof targetSchema>;

/** What columns can be mapped to: fields, what rows make besides their record, names that the kind declares, and what is proposed. */
export function offeredTargets(node: ImportNode, proposed: Iterable<string | null>): readonly OfferedTarget[] {
  const names = [
    ...[...node.columns].filter(isOffered).map(({ name }) => name),
    ...Object.keys(node.importing.columns ?? {}),
    ...Object.entries(node.importing.details ?? {}).flatMap(([at, { field }]) =>
      [...(node.nested(at)?.columns ?? [])]
        .filter((column) => column.holds === 'field' && isOffered(column) && column.name !== field)
        .map(({ name }) => `${at}.${name}`),
    ),
    ...[...proposed].filter((name) => name !== null),
  ];
  return [...new Set(names)].flatMap((name) => {
    const column = node.column(name);
    return column && isWritable(column) ? offered(node, column) : [];
  });
}

/** Keys of references are read in the column of the reference too. */
function isOffered(column: Column): boolean {
  return isWritable(column) && column.holds !== 'key';
}

function offered(node: ImportNode, column: Column): OfferedTarget {
  const { kind, field } = endOf(node, column);
  return {
    name: column.name,
    title: columnTitle(node, column),
    kind: field && kind,
    field,
    identifies: column.holds === 'field' && isKey(column.field),
  };
}

function endOf(node: ImportNode, column: Column): { readonly kind: string; readonly field: string | null } {
  const inner = column.holds === 'nested' ? node.nested(column.at) : null;
  if (inner && column.holds === 'nested') return endOf(inner, column.column);
  return { kind: node.kind.id, field: fieldOfColumn(column)?.name ?? null };
}
