import { sql, type RawBuilder } from 'kysely';
import type { Database } from '@cubit/database';
import type { SearchRow } from './search-row.js';

/** Shorter words are incomplete rather than misspelt. */
const SHORTEST_MISSPELT = 4;
const SHORTEST_KEPT = 2;
/** Maximum number of corrections for one word. */
const MEANT = 5;
/** The end of the range of all texts with a prefix. */
export const LAST_CHARACTER = '\u{10ffff}';

/** Possible meanings of a word in a query. */
export interface Spelling {
  /** Similar words of titles, the most similar first. */
  readonly meant: readonly string[];
  /** Whether a word of a title starts with it. */
  readonly begins: boolean;
}

/** A different number is another number, so only words of letters are corrected. */
export function isSpelt(word: string): boolean {
  return word.length >= SHORTEST_KEPT && !/\p{N}/u.test(word);
}

/** Stores new words of titles of the workspace. Null: there are none. */
export function writeSpellings(rows: readonly SearchRow[]): RawBuilder<unknown> | null {
  const brought = new Map<
    string,
    { readonly workspace_id: string; readonly word: string; readonly record_id: string }
  >();
  for (const { workspace_id, id, spelt } of rows)
    for (const word of spelt) {
      const key = `${workspace_id}/${word}`;
      if (!brought.has(key)) brought.set(key, { workspace_id, word, record_id: id });
    }
  if (brought.size === 0) return null;
  return sql`insert into search_word (workspace_id, word, record_id)
    select workspace_id, word, record_id
    from json_to_recordset(${JSON.stringify([...brought.values()])}::json) as x(workspace_id uuid, word text, record_id uuid)
    where not exists (select 1 from search_word s where s.workspace_id = x.workspace_id and s.word = x.word)
    on conflict do nothing`;
}

/** Similar words in titles of the workspace; words with other characters than letters are omitted. */
export async function readSpellings(
  database: Database,
  workspaceId: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, Spelling>> {
  const spelt = [...new Set(words.filter(isSpelt))];
  if (spelt.length === 0) return new Map();
  const rows = await database.readPlanned(sql<Spelling & { readonly word: string }>`
    select q.word,
      case when length(q.word) < ${sql.lit(SHORTEST_MISSPELT)} then '{}' else array(
        select s.word from search_word s where s.workspace_id = ${workspaceId} and s.word % q.word
        group by s.word order by similarity(s.word, q.word) desc, s.word limit ${sql.lit(MEANT)}) end as meant,
      exists (select 1 from search_word s where s.workspace_id = ${workspaceId}
        and s.word >= q.word and s.word < q.word || ${LAST_CHARACTER}) as begins
    from unnest(${spelt}::text[]) as q(word)`);
  return new Map(rows.map(({ word, meant, begins }) => [word, { meant, begins }]));
}
