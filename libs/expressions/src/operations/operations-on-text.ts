import { type RawBuilder, sql } from 'kysely';
import { CelError } from '../language/cel-error.js';
import { codePointLength } from '../values/code-points.js';
import type { Decimal } from '@cubit/decimal';
import { LOWER_LETTERS, lowerText, UPPER_LETTERS, upperText } from '../values/letter-case.js';
import { MAX_SEARCH_STEPS, MAX_TEXT_LENGTH } from '../values/limits.js';
import type { CelOperation } from '../language/operation.js';
import { jsonOfType, type SqlValue } from '../values/sql-value.js';

export const textOperations: readonly CelOperation[] = [
  {
    name: '+',
    kind: 'infix',
    parameters: ['string', 'string'],
    result: 'string',
    documentation: { summary: 'Concatenates two texts.', example: 'name + " (smd)"', gives: 'Resistor (smd)' },
    evaluate: (a: string, b: string) => boundedText(a + b),
    sql: (a, b) => sql`(${a.sql} || ${b.sql})`,
  },
  {
    name: 'contains',
    kind: 'function',
    parameters: ['string', 'string'],
    result: 'bool',
    documentation: { summary: 'Whether a text contains another.', example: 'name.contains("sis")', gives: true },
    evaluate(text: string, part: string) {
      if (text.length * part.length > MAX_SEARCH_STEPS)
        throw new CelError('limit', 'These texts are too long to search.');
      return text.includes(part);
    },
    sql: (text, part) => sql`(strpos(${text.sql}, ${part.sql}) > 0)`,
  },
  {
    name: 'startsWith',
    kind: 'function',
    parameters: ['string', 'string'],
    result: 'bool',
    documentation: { summary: 'Whether a text starts with another.', example: 'name.startsWith("Res")', gives: true },
    evaluate: (text: string, start: string) => text.startsWith(start),
    sql: (text, start) => sql`starts_with(${text.sql}, ${start.sql})`,
  },
  {
    name: 'endsWith',
    kind: 'function',
    parameters: ['string', 'string'],
    result: 'bool',
    documentation: { summary: 'Whether a text ends with another.', example: 'name.endsWith("tor")', gives: true },
    evaluate: (text: string, end: string) => text.endsWith(end),
    sql: (text, end) => sql`starts_with(reverse(${text.sql}), reverse(${end.sql}))`,
  },
  {
    name: 'lower',
    aliases: ['lowerAscii'],
    kind: 'function',
    parameters: ['string'],
    result: 'string',
    documentation: {
      summary:
        'Converts to lower case: Latin (ASCII, Latin-1, Extended-A), Greek and Cyrillic letters with exactly one counterpart; other characters are unchanged.',
      example: 'lower("ÄRGER 5K")',
      gives: 'ärger 5k',
    },
    evaluate: lowerText,
    sql: (text) => foldedSql(text, sql`lower(${text.sql} collate "C")`, [UPPER_LETTERS, LOWER_LETTERS]),
  },
  {
    name: 'upper',
    aliases: ['upperAscii'],
    kind: 'function',
    parameters: ['string'],
    result: 'string',
    documentation: {
      summary: 'Converts to upper case, for the same letters.',
      example: 'upper(name)',
      gives: 'RESISTOR',
    },
    evaluate: upperText,
    sql: (text) => foldedSql(text, sql`upper(${text.sql} collate "C")`, [LOWER_LETTERS, UPPER_LETTERS]),
  },
  {
    name: 'size',
    kind: 'function',
    parameters: ['list'],
    result: 'number',
    documentation: { summary: 'The number of items of a list.', example: 'size(tags)', gives: 2 },
    evaluate: (list: readonly unknown[]) => integer(list.length),
    sql: (list) =>
      list.kind === 'text[]'
        ? sql`cast(cardinality(${list.sql}) as numeric)`
        : sql`cast(jsonb_array_length(${jsonOfType(list.sql, 'array')}) as numeric)`,
  },
  {
    name: 'size',
    kind: 'function',
    parameters: ['string'],
    result: 'number',
    documentation: { summary: 'The number of characters (code points) of a text.', example: 'size("R1 👍")', gives: 4 },
    evaluate: (text: string) => integer(codePointLength(text)),
    sql: (text) => sql`cast(char_length(${text.sql}) as numeric)`,
  },
  {
    name: 'join',
    kind: 'function',
    parameters: [{ list: 'string' }, 'string'],
    result: 'string',
    documentation: {
      summary: 'Concatenates the texts of a list with a separator.',
      example: 'tags.join(", ")',
      gives: 'smd, 0603',
    },
    evaluate(list: readonly (string | undefined)[], separator: string) {
      let text = '';
      let first = true;
      for (const item of list) {
        if (item === undefined) continue;
        text = boundedText(first ? item : text + separator + item);
        first = false;
      }
      return text;
    },
  },
];

/**
 * The "C" collation folds only ASCII. The table takes 20 times as long, so a stored ASCII text is folded without
 * it.
 */
function foldedSql(
  text: SqlValue,
  ascii: RawBuilder<unknown>,
  letters: readonly [string, string],
): RawBuilder<unknown> {
  const all = sql`translate(${ascii}, ${sql.lit(letters[0])}, ${sql.lit(letters[1])})`;
  if (text.stored !== true) return all;
  return sql`case when octet_length(${text.sql}) = char_length(${text.sql}) then ${ascii} else ${all} end`;
}

function boundedText(text: string): string {
  if (text.length > MAX_TEXT_LENGTH)
    throw new CelError('limit', `A text may have up to ${MAX_TEXT_LENGTH} characters.`);
  return text;
}

function integer(value: number): Decimal {
  return { units: BigInt(value), scale: 0 };
}
