import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@cubit/database';
import { fold } from './fold.js';
import type { SearchQuery } from './search-query.js';
import { LAST_CHARACTER, readSpellings } from './spelling.js';

export interface Hit {
  readonly kind: string;
  readonly id: string;
  /** Higher is better; comparable within one answer. */
  readonly rank: number;
}

interface Find {
  readonly workspaceId: string;
  readonly kinds: readonly string[];
  readonly text: string;
  readonly query: SearchQuery;
  readonly limit: number;
}

/** Maximum number of equal matches that are ranked: a word in half of all records must not take seconds. */
const WEIGHED = 400;
/**
 * Ranks of a step are below those of the previous step: a rank is less than 1.2, and lowest for titles of 200
 * characters.
 */
const FIRST_STEP = 2.5;
const STEP = 0.5;
const WEIGHT = 0.4;
const TITLE_LENGTH = 200;

/**
 * Matches in this order: titles that start with the text, titles with all its words, titles with prefixes of words,
 * records with all its words anywhere, records with prefixes of words, and if there are none, titles with similar
 * words. Each step is an index scan, executed only if the previous steps did not fill the page.
 */
export async function findRecords(database: Database, find: Find): Promise<readonly Hit[]> {
  const { query, limit } = find;
  const { inTitles, anywhere } = query;
  if (inTitles === null || anywhere === null || find.kinds.length === 0) return [];
  const text = fold(find.text).trim();
  // A range instead of `like`, because it can use the index in a generic plan too.
  const begins = sql`title ~>=~ ${text} and title ~<~ ${`${text}${LAST_CHARACTER}`}`;
  const { rows: first } =
    await sql<Hit>`select kind, id, (case when title = ${text} then 4 else 3 end)::float8 as rank from record_search
    where ${scope(find)} and ${begins} order by title using ~<~ limit ${limit}`.execute(database.db);
  if (first.length === limit) return first;
  // Started in this order, and only as far as the page needs.
  const queries = [...new Set([inTitles.exact, inTitles.begun, anywhere.exact, anywhere.begun])];
  const steps = queries.map((words, index) => {
    // Each step also finds the matches of the narrower steps.
    const before = queries.slice(0, index).map((other) => sql` and not words @@ ${other}::tsquery`);
    const fits = sql`words @@ ${words}::tsquery${sql.join(before, sql``)} and not (${begins})`;
    return weighed(find, { fits, by: sql`${words}::tsquery`, from: FIRST_STEP - index * STEP });
  });
  const all = sql<Hit>`select kind, id, rank from (${sql.join(steps, sql` union all `)}) step limit ${limit - first.length}`;
  const found = [...first, ...(await database.readPlanned(all))];
  return found.length > 0 || !query.isPlain ? found : misspelt(database, find, text);
}

function scope({ workspaceId, kinds }: Find): RawBuilder<unknown> {
  return sql`workspace_id = ${workspaceId} and kind = any(${kinds}::text[])`;
}

function weighed(
  find: Find,
  { fits, by, from }: { readonly fits: RawBuilder<unknown>; readonly by: RawBuilder<unknown>; readonly from: number },
): RawBuilder<unknown> {
  const weight = sql`ts_rank(words, ${by}, 32) + (${sql.lit(TITLE_LENGTH)} - length(title)) / 1000.0`;
  return sql`(select kind, id, (${sql.lit(from)} + (${weight}) * ${sql.lit(WEIGHT)})::float8 as rank from (
    select kind, id, title, words from record_search where ${scope(find)} and ${fits} limit ${sql.lit(WEIGHED)}
  ) candidate order by rank desc, id limit ${find.limit})`;
}

/** Searches for the corrected words: there are few words to compare, while many titles share their letters. */
async function misspelt(database: Database, find: Find, text: string): Promise<readonly Hit[]> {
  const spellings = await readSpellings(database, find.workspaceId, find.query.words);
  const guess = find.query.guess(spellings);
  if (guess === null) return [];
  return database.readPlanned(sql<Hit>`select kind, id, word_similarity(${text}, title)::float8 as rank from (
    select kind, id, title from record_search where ${scope(find)} and words @@ ${guess}::tsquery limit ${sql.lit(WEIGHED)}
  ) candidate order by rank desc, length(title), id limit ${find.limit}`);
}
