import { validate as isUuid } from 'uuid';
import type { RecordShape, ShapeField } from '@cubit/core/host';
import { columnsOf, hasKeys, type Column } from '../table/columns.js';

/** Common column names for fields with other names. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  name: ['title', 'part', 'item', 'partname'],
  ipn: ['sku', 'partnumber', 'partno', 'internalpartnumber'],
  mpn: ['manufacturerpartnumber', 'mfrpartnumber', 'mfgpartnumber', 'mfrnumber', 'mfgnumber', 'manfnumber'],
  description: ['desc', 'details'],
  quantity: ['qty', 'count', 'amount'],
  notes: ['note', 'comment', 'comments', 'remarks'],
  link: ['url', 'website', 'datasheet'],
  manufacturer: ['mfr', 'mfg', 'brand'],
};

type Sample = Readonly<Record<string, string>>;

/**
 * Proposes a field for each column by name: exact, then without case, accents and punctuation, then by title and synonym,
 * then word by word. A column `id` whose values are not UUIDs belongs to another program and is ignored.
 */
export function proposeMapping(
  shape: RecordShape,
  header: readonly string[],
  samples: readonly Sample[] = [],
): ReadonlyMap<string, string | null> {
  const columns = columnsOf(shape).filter(
    (column) => column.holds !== 'envelope' && !('field' in column && column.field.readOnly),
  );
  const taken = new Set<string>();
  const proposal = new Map<string, string | null>(header.map((name) => [name, null]));
  for (const isMatch of MATCHES)
    for (const name of header) {
      if (proposal.get(name) !== null) continue;
      const match = columns.find(
        (column) =>
          !taken.has(fieldOf(column)) &&
          spellingsOf(name).some((spelling) => isMatch(column, spelling)) &&
          (column.holds !== 'id' || samples.every((sample) => isIdOrNone(sample[name]))),
      );
      if (!match) continue;
      taken.add(fieldOf(match));
      proposal.set(name, match.name);
    }
  return proposal;
}

const MATCHES: readonly ((column: Column, name: string) => boolean)[] = [
  (column, name) => column.name === name,
  (column, name) => plain(column.name) === plain(name),
  (column, name) => isField(column) && plain(titleOf(column.field)) === plain(name),
  (column, name) => isField(column) && (SYNONYMS[column.field.name] ?? []).includes(plain(name)),
  (column, name) => isField(column) && haveSameWords(wordsOf(column.field.name), wordsOf(name)),
];

function isField(column: Column): column is Extract<Column, { readonly holds: 'field' }> {
  return column.holds === 'field';
}

/** `Part Number (IPN)` also matches `Part Number` and `IPN`. */
function spellingsOf(name: string): readonly string[] {
  const [, before = '', within = ''] = /^([^()]+)\(([^()]+)\)\s*$/.exec(name) ?? [];
  return before === '' ? [name] : [name, within, before];
}

/** Words without meaning of their own in a column name: `Category name`, `category_path`. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(['name', 'path', 'title', 'key']);

function wordsOf(text: string): readonly string[] {
  const words = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(plain)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !EMPTY_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

const ABBREVIATED_TO = 3;

/** `Minimum stock` matches `min_stock`: each word, or its abbreviation. */
function haveSameWords(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length &&
    one.every((word, index) => {
      const [short = '', long = ''] = [word, other[index] ?? ''].toSorted((a, b) => a.length - b.length);
      return short === long || (short.length >= ABBREVIATED_TO && one.length > 1 && long.startsWith(short));
    })
  );
}

function isIdOrNone(value: string | undefined): boolean {
  return value === undefined || value === '' || isUuid(value.trim());
}

/** A reference and its key are two columns; both may be mapped. */
function fieldOf(column: Column): string {
  return 'field' in column && hasKeys(column.field) ? column.name : 'field' in column ? column.field.name : column.name;
}

function titleOf({ schema, name }: ShapeField): string {
  return (schema as { readonly title?: string }).title ?? name;
}

/** `Mfr. #` means a number; a column `#` counts rows. */
const NUMBER_SIGN = /(?<=\p{L}\W*)#/gu;

function plain(text: string): string {
  return text
    .replaceAll(NUMBER_SIGN, 'number')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
