import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { fail } from '../errors/cubit-error.js';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Rows on a page.' }),
  ),
  // Any text is accepted here, so that an invalid cursor is always answered with `invalid_cursor`.
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
  count: Type.Optional(
    Type.Unsafe<'exact'>({
      type: 'string',
      enum: ['exact'],
      description: '`exact` adds `total`, the number of rows on all pages.',
    }),
  ),
};

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly count?: 'exact';
}

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

const CHECK_LENGTH = 8;

/** A sort value of the last row, as text; null if the row has none. */
export type CursorValue = string | null;

/** `list` identifies the list and its sort: a cursor of another list, or a modified cursor, is refused. */
export function encodeCursor(list: string, values: readonly CursorValue[]): string {
  const content = JSON.stringify(values);
  return Buffer.from(checkOf(list, content) + content).toString('base64url');
}

/** Returns the sort values of the previous page's last row; throws `400 invalid_cursor` for any other text. */
export function decodeCursor(list: string, cursor: string): readonly CursorValue[] {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const content = text.slice(CHECK_LENGTH);
  if (content === '' || text.slice(0, CHECK_LENGTH) !== checkOf(list, content)) throw invalidCursor();
  try {
    return JSON.parse(content) as CursorValue[];
  } catch {
    throw invalidCursor();
  }
}

export function invalidCursor() {
  const message = 'The cursor was not made by this server for this list.';
  return fail('invalid_cursor', message, { details: [{ path: 'query:cursor', code: 'invalid', message }] });
}

/** Not a signature: a forged cursor can only name another sort position. The check detects mistakes without a database query. */
function checkOf(list: string, content: string): string {
  return createHash('sha256').update(`cursor/1/${list}/${content}`).digest('base64url').slice(0, CHECK_LENGTH);
}

/** Makes a page from rows that were read with a limit of one more than requested. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
