import type pg from 'pg';
import { LISTS, PAGE } from '../figures/lists.js';
import { COLUMNS, recordText, type Row } from './record-text.js';
import { prepared } from './statements.js';

const KIND = 'inventory:part';
const TABLE = 'record_inventory_part';
const READ = `select ${COLUMNS} from ${TABLE} where workspace_id = $1 and id = $2`;
const listTexts = new Map<string, string>(
  LISTS.map(({ id, where, order }) => [
    id,
    `select ${COLUMNS} from ${TABLE} where workspace_id = $1 and deleted_at is null and ${where} order by ${order} limit ${PAGE + 1}`,
  ]),
);

export async function readPart(db: pg.Pool, workspaceId: string, id: string): Promise<string | null> {
  const [row] = await prepared<Row>(db, READ, [workspaceId, id]);
  return row && row.deleted_at === null ? recordText(KIND, row) : null;
}

export async function listParts(
  db: pg.Pool,
  workspaceId: string,
  { list, values }: { readonly list: string; readonly values: readonly string[] },
): Promise<string | null> {
  const text = listTexts.get(list);
  if (text === undefined) return null;
  const rows = await prepared<Row>(db, text, [workspaceId, ...values]);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const cursor = rows.length > PAGE && last ? Buffer.from(`${last.title}/${last.id}`).toString('base64url') : null;
  return `{"data":[${page.map((row) => recordText(KIND, row)).join(',')}],"next_cursor":${JSON.stringify(cursor)}}`;
}
