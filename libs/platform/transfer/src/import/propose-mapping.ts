import { validate as isUuid } from 'uuid';
import { plainName } from '@cubit/core';
import { fieldTitle, typeHoldsOne, type ShapeField } from '@cubit/core/host';
import { FOREIGN_ID, hasKeys, type Column } from '../table/columns.js';
import { isWritable, type ImportNode } from './import-node.js';

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

/** Names of columns with the ids of the program that wrote the file. */
const ID_NAMES: ReadonlySet<string> = new Set(['id', 'pk', 'uid', 'uuid', 'identifier', 'recordid', 'databaseid']);

type Sample = Readonly<Record<string, string>>;

/**
 * Proposes a target for each column by name: exact, then without case, accents and punctuation, then by the names that the kind
 * declares, then by title and synonym, then word by word, then as the abbreviation of one title (`Min` of `Minimum`). A column `id` whose values are not UUIDs has ids of another program.
 */
export function proposeMapping(
  node: ImportNode,
  header: readonly string[],
  samples: readonly Sample[] = [],
): ReadonlyMap<string, string | null> {
  const taken = new Set<string>();
  const proposal = new Map<string, string | null>(header.map((name) => [name, null]));
  for (const find of passesOf(node, samples))
    for (const name of header) {
      if (name === '' || proposal.get(name) !== null) continue;
      const target = find(name, taken);
      if (target === undefined) continue;
      taken.add(target);
      proposal.set(name, target);
    }
  const only = node.importing.onlyWithout ?? {};
  for (const [name, target] of proposal)
    if (target !== null && only[target]?.some((other) => taken.has(other)) === true) proposal.set(name, null);
  return proposal;
}

/** Finds a target that is not taken for a column. */
type Pass = (name: string, taken: ReadonlySet<string>) => string | undefined;

function passesOf(node: ImportNode, samples: readonly Sample[]): readonly Pass[] {
  const columns = [...node.columns].filter(isWritable);
  const byColumn =
    (isMatch: (column: Column, name: string) => boolean): Pass =>
    (name, taken) =>
      columns.find(
        (column) =>
          !taken.has(targetOf(column)) &&
          spellingsOf(name).some((spelling) => isMatch(column, spelling)) &&
          (column.holds !== 'id' || samples.every((sample) => isIdOrNone(sample[name]))),
      )?.name;
  const short = abbreviationPass(columns);
  if (!node.lenient) return [...MATCHES.map(byColumn), short];
  const [exact, plain, ...loose] = MATCHES.map(byColumn) as [Pass, Pass, ...Pass[]];
  const path: Pass = (name, taken) => {
    const column = name.includes('.') ? node.column(name) : undefined;
    return column && isWritable(column) && !taken.has(name) ? name : undefined;
  };
  const ids = foreignIdPass(node, samples);
  const declared = declaredPass(node);
  if (node.importing.propose === 'declared') return [path, declared];
  return [exact, path, declared, ids, plain, ...loose, short];
}

const MATCHES: readonly ((column: Column, name: string) => boolean)[] = [
  (column, name) => column.name === name,
  (column, name) => plainName(column.name) === plainName(name),
  (column, name) => isField(column) && plainName(fieldTitle(column.field)) === plainName(name),
  (column, name) => isField(column) && (SYNONYMS[column.field.name] ?? []).includes(plainName(name)),
  (column, name) => isField(column) && haveSameWords(wordsOf(column.field.name), wordsOf(name)),
];

/** A word that begins one title alone: `Min` is `Minimum`, unless there is a `Minutes` too. */
function abbreviationPass(columns: readonly Column[]): Pass {
  const fields = columns.filter(isField);
  return (name, taken) => {
    const short = plainName(name);
    if (short.length < ABBREVIATED_TO || !/^\p{L}+\.?$/u.test(name)) return undefined;
    const [found, ...others] = fields.filter(({ field }) => {
      const [first = ''] = wordsOf(fieldTitle(field));
      return first.length > short.length && first.startsWith(short);
    });
    return found && others.length === 0 && !taken.has(targetOf(found)) ? found.name : undefined;
  };
}

/** By the names that the kind declares. */
function declaredPass(node: ImportNode): Pass {
  const declared = Object.entries(node.importing.columns ?? {}).map(
    ([target, names]) => [target, new Set(names.map(plainName))] as const,
  );
  return (name, taken) =>
    declared.find(([target, names]) => {
      if (taken.has(target) || !spellingsOf(name).some((spelling) => names.has(plainName(spelling)))) return false;
      const column = node.column(target);
      return column !== undefined && isWritable(column);
    })?.[0];
}

/** `id` has the ids of the rows in another system, `part_id` those of what the field `part` refers to. */
function foreignIdPass(node: ImportNode, samples: readonly Sample[]): Pass {
  const own = new Set([
    ...ID_NAMES,
    `${plainName(node.kind.local)}id`,
    `${plainName(node.kind.definition.title[0])}id`,
  ]);
  const references = [...node.shape.fields.values()].filter(
    ({ type, readOnly }) => typeHoldsOne(type, 'record') && !readOnly,
  );
  return (name, taken) => {
    const plain = plainName(name);
    if (own.has(plain)) {
      const isForeign = samples.some((sample) => !isIdOrNone(sample[name]));
      return isForeign && !taken.has(FOREIGN_ID) ? FOREIGN_ID : undefined;
    }
    if (!/[_\s]id$|Id$|\bID$|_pk$/.test(name)) return undefined;
    const stem = plain.replace(/(?:id|pk)$/, '');
    const field = references.find(
      (one) => [plainName(one.name), plainName(localKind(one))].includes(stem) && !taken.has(`${one.name}.id`),
    );
    return field && `${field.name}.id`;
  };
}

function localKind({ schema }: ShapeField): string {
  return ((schema as { readonly 'x-kind'?: string })['x-kind'] ?? '').split(':')[1] ?? '';
}

function isField(column: Column): column is Extract<Column, { readonly holds: 'field' }> {
  return column.holds === 'field';
}

/** `Part Number (IPN)` also matches `Part Number` and `IPN`, and `HB.location` also `location`. */
function spellingsOf(name: string): readonly string[] {
  const [, before = '', within = ''] = /^([^()]+)\(([^()]+)\)\s*$/.exec(name) ?? [];
  const [, after = ''] = /^[A-Z]{2,4}\.(\w+)$/.exec(name) ?? [];
  return [name, ...(before === '' ? [] : [within, before]), ...(after === '' ? [] : [after])];
}

/** Words without meaning of their own in a column name: `Category name`, `category_path`. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(['name', 'path', 'title', 'key']);

function wordsOf(text: string): readonly string[] {
  const words = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(plainName)
    .filter((word) => word !== '');
  const meaningful = words.filter((word) => !EMPTY_WORDS.has(word));
  return meaningful.length > 0 ? meaningful : words;
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
function targetOf(column: Column): string {
  return 'field' in column && hasKeys(column.field) ? column.name : 'field' in column ? column.field.name : column.name;
}

/** The key to propose: ids, then ids of the other system, then a unique field, if every row has one of its own. */
export function proposeKey(
  { kind }: ImportNode,
  proposal: ReadonlyMap<string, string | null>,
  samples: readonly Sample[],
): string | null {
  const columnOf = (target: string) => [...proposal].find(([, field]) => field === target)?.[0];
  if (columnOf('id') !== undefined) return 'id';
  const foreign = columnOf(FOREIGN_ID);
  if (foreign !== undefined && isKey(samples, foreign)) return foreign;
  const unique = (kind.definition.unique ?? []).find(
    (name) => typeof name === 'string' && columnOf(name) !== undefined,
  );
  return typeof unique === 'string' && isKey(samples, columnOf(unique) ?? '') ? unique : null;
}

/** Whether every row has a value, and no two the same. */
function isKey(samples: readonly Sample[], column: string): boolean {
  const values = samples.map((sample) => (sample[column] ?? '').trim());
  return values.every((value) => value !== '') && new Set(values).size === values.length;
}
