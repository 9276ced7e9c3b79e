import type { RecordShape, ShapeField } from '@cubit/core';
import { columnsOf, hasKeys, type Column } from '../table/columns.js';

/** Words that people head columns with, for what kinds call otherwise. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  name: ['title', 'part', 'item', 'partname'],
  ipn: ['sku', 'partnumber', 'partno', 'internalpartnumber'],
  mpn: ['manufacturerpartnumber', 'mfrpartnumber', 'mfgpartnumber'],
  description: ['desc', 'details'],
  quantity: ['qty', 'count', 'amount'],
  notes: ['note', 'comment', 'comments', 'remarks'],
  link: ['url', 'website', 'datasheet'],
  manufacturer: ['mfr', 'mfg', 'brand'],
};

/** A field for each column, as far as their names let guess: exact, then without case, accents and punctuation, then by title and synonym. */
export function proposeMapping(shape: RecordShape, header: readonly string[]): ReadonlyMap<string, string | null> {
  const columns = columnsOf(shape).filter(
    (column) => column.holds !== 'envelope' && !('field' in column && column.field.readOnly),
  );
  const taken = new Set<string>();
  const proposal = new Map<string, string | null>(header.map((name) => [name, null]));
  for (const isMatch of MATCHES)
    for (const name of header) {
      if (proposal.get(name) !== null) continue;
      const match = columns.find((column) => !taken.has(fieldOf(column)) && isMatch(column, name));
      if (!match) continue;
      taken.add(fieldOf(match));
      proposal.set(name, match.name);
    }
  return proposal;
}

const MATCHES: readonly ((column: Column, name: string) => boolean)[] = [
  (column, name) => column.name === name,
  (column, name) => plain(column.name) === plain(name),
  (column, name) => 'field' in column && !isKeyOf(column) && plain(titleOf(column.field)) === plain(name),
  (column, name) => 'field' in column && !isKeyOf(column) && (SYNONYMS[column.field.name] ?? []).includes(plain(name)),
];

function isKeyOf(column: Column): boolean {
  return column.holds === 'key';
}

/** A reference and its keys are two columns, and both may be mapped. */
function fieldOf(column: Column): string {
  return 'field' in column && hasKeys(column.field) ? column.name : 'field' in column ? column.field.name : column.name;
}

function titleOf({ schema, name }: ShapeField): string {
  return (schema as { readonly title?: string }).title ?? name;
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
