import { sql, type RawBuilder } from 'kysely';
import type { RecordShape } from '@cubit/core/host';
import { isSearchedKind } from './search-document.js';
import { parseSearch } from './search-query.js';

interface SearchedList {
  readonly workspaceId: string;
  readonly shape: RecordShape;
}

/** Whether the search of the workspace finds a record of the kind by these words; records that it does not cover, by their title. */
export function searchCondition({ workspaceId, shape }: SearchedList, text: string): RawBuilder<boolean> {
  if (!isSearchedKind(shape)) return titleCondition(text);
  const words = parseSearch(text, workspaceId).anywhere?.begun;
  if (words === undefined) return sql<boolean>`false`;
  return sql<boolean>`(id in (select id from record_search
    where workspace_id = ${workspaceId} and kind = ${sql.lit(shape.kind.id)} and words @@ ${words}::tsquery))`;
}

function titleCondition(text: string): RawBuilder<boolean> {
  const patterns = text
    .trim()
    .split(/\s+/u)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return sql<boolean>`(title ilike all(${patterns}::text[]))`;
}
