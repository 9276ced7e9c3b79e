import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import { tagColor, tagKey } from '../tags/tag-name.js';

interface TagScope {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly newId: () => string;
}

interface TagRow {
  readonly name: string;
  readonly name_key: string;
}

/**
 * Returns tag names in the spelling of the workspace, and creates missing tags. The tags are locked until the
 * transaction ends, so that none is renamed before its record is written. One statement if all tags exist.
 */
export async function resolveTags(
  { tx, workspaceId, newId }: TagScope,
  names: readonly string[],
): Promise<(names: readonly string[]) => readonly string[]> {
  const wanted = new Map([...names].sort().map((name) => [tagKey(name), name]));
  const known = new Map<string, string>();
  const learn = (rows: readonly TagRow[]) => rows.forEach((row) => known.set(row.name_key, row.name));
  const missing = () => [...wanted.keys()].filter((key) => !known.has(key)).sort();
  const look = async () => {
    const { rows } = await sql<TagRow>`select name, name_key from tag
      where workspace_id = ${workspaceId} and name_key = any(${missing()}::text[]) order by name_key for key share`.execute(
      tx.db,
    );
    learn(rows);
  };
  const add = async () => {
    const created = missing().map((key) => ({
      id: newId(),
      name: wanted.get(key),
      name_key: key,
      color: tagColor(key),
    }));
    const { rows } = await sql<TagRow>`insert into tag (workspace_id, id, name, name_key, color, created_at, updated_at)
      select ${workspaceId}::uuid, id, name, name_key, color, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from json_to_recordset(${JSON.stringify(created)}::json) as x(id uuid, name text, name_key text, color text)
      on conflict (workspace_id, name_key) do nothing returning name, name_key`.execute(tx.db);
    learn(rows);
  };
  // If another transaction adds the same tag, this one waits for it, and finds the tag in the second lookup.
  for (const step of [look, add, look]) if (missing().length > 0) await step();
  return (given) => [...new Set(given.map((name) => known.get(tagKey(name)) ?? name))];
}
