import { type RawBuilder, sql } from 'kysely';
import { fold } from '../search/fold.js';

/** Of the folded title. The whole key of a title of 500 characters fits into an index. */
const MAX_FOLDED = 150;
const MAX_DIGITS = 99;
/** Before every printed character, so that a title precedes those that begin with it. */
const END = '\u0001';

/**
 * What titles are sorted by, as people read them: the title without accents and case, its numbers by their value, then the title itself.
 * The same for every database. If it changes, a migration sets `title_key` of all records to null.
 */
export function titleKey(title: string): string {
  const folded = fold(title)
    .replaceAll(END, ' ')
    .replaceAll(/\d+/g, numberKey)
    .slice(0, MAX_FOLDED)
    // Half of a surrogate pair cannot be stored.
    .replace(/[\ud800-\udbff]$/, '');
  return `${folded}${END}${title}`;
}

/** The title that a key was made of, in SQL. A title whose key is not made yet is the key. */
export function titleInKey(key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`substring(${key} from position(${sql.lit(END)} in ${key}) + 1)`;
}

/** Digits after their number, so that a longer number follows a shorter one: `10` is `0210`. */
function numberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return `${String(Math.min(significant.length, MAX_DIGITS)).padStart(2, '0')}${significant}`;
}
