import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/database.js';
import { fold } from './fold.js';
import type { SearchQuery } from './search-query.js';

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

/** Of those that fit in the same way, so many are weighed: a word that half of all records have must not take seconds. */
const WEIGHED = 400;
const LAST_CHARACTER = '\u{10ffff}';
/** Shorter ones are not misspelt but unfinished. */
const SHORTEST_MISSPELT = 4;

/**
 * In the order of how well they fit: titles that begin with the text, titles with all its words, records with all its words anywhere, and
 * where there are none of these, titles that are spelt alike. Each step is an index scan, begun where those before did not fill the page.
 */
export async function findRecords(database: Database, find: Find): Promise<readonly Hit[]> {
  const { query, limit } = find;
  if (query.inTitles === null || query.anywhere === null || find.kinds.length === 0) return [];
  const text = fold(find.text).trim();
  const inTitles = sql`${query.inTitles}::tsquery`;
  const anywhere = sql`${query.anywhere}::tsquery`;
  // A range and not `like`: the index serves it also where the plan was made before the text was known.
  const begins = sql`title ~>=~ ${text} and title ~<~ ${`${text}${LAST_CHARACTER}`}`;
  const { rows: first } =
    await sql<Hit>`select kind, id, (case when title = ${text} then 4 else 3 end)::float8 as rank from record_search
    where ${scope(find)} and ${begins} order by title using ~<~ limit ${limit}`.execute(database.db);
  if (first.length === limit) return first;
  // Begun in this order, and only as far as the page needs.
  const steps = [
    weighed(find, { fits: sql`words @@ ${inTitles} and not (${begins})`, by: inTitles, from: 2 }),
    weighed(find, {
      fits: sql`words @@ ${anywhere} and not words @@ ${inTitles} and not (${begins})`,
      by: anywhere,
      from: 1,
    }),
  ];
  const all = sql<Hit>`select kind, id, rank from (${sql.join(steps, sql` union all `)}) step limit ${limit - first.length}`;
  const found = [...first, ...(await database.readPlanned(all))];
  return found.length > 0 || !query.isPlain || text.length < SHORTEST_MISSPELT ? found : misspelt(database, find, text);
}

function scope({ workspaceId, kinds }: Find): RawBuilder<unknown> {
  return sql`workspace_id = ${workspaceId} and kind = any(${kinds}::text[])`;
}

function weighed(
  find: Find,
  { fits, by, from }: { readonly fits: RawBuilder<unknown>; readonly by: RawBuilder<unknown>; readonly from: number },
): RawBuilder<unknown> {
  return sql`(select kind, id, ${sql.lit(from)} + (ts_rank(words, ${by}, 32) - length(title) / 1000.0)::float8 as rank from (
    select kind, id, title, words from record_search where ${scope(find)} and ${fits} limit ${sql.lit(WEIGHED)}
  ) candidate order by rank desc, id limit ${find.limit})`;
}

async function misspelt(database: Database, find: Find, text: string): Promise<readonly Hit[]> {
  return database.readByBitmap(sql<Hit>`select kind, id, word_similarity(${text}, title)::float8 as rank from (
    select kind, id, title from record_search where ${scope(find)} and ${text} <% title limit ${sql.lit(WEIGHED)}
  ) candidate order by rank desc, length(title), id limit ${find.limit}`);
}
