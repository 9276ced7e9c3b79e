import { createHash } from 'node:crypto';
import { isStorableText } from '@cubit/expressions';
import { errorOf } from '../errors/cubit-error.js';
import { matchesFormat } from '../validation/formats.js';

const CHECK_LENGTH = 8;
const MAX_INTEGER = 2 ** 31 - 1;

/** Whether a text is a value of an SQL type: then casting it cannot fail. */
const isOfType = {
  text: isStorableText,
  uuid: (text) => matchesFormat('uuid', text),
  integer: (text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= MAX_INTEGER,
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  numeric: (text) => /^-?\d+(?:\.\d+)?$/.test(text),
  boolean: (text) => text === 'true' || text === 'false',
  // As JavaScript writes it, and as PostgreSQL does: `2026-11-22 16:50:54.123+00`.
  timestamptz: (text) => matchesFormat('date-time', text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
} satisfies Record<string, (text: string) => boolean>;

/** An SQL type of a sort value; with `?`, rows may have no value. */
export type CursorType = keyof typeof isOfType;
export type CursorTypes = readonly (CursorType | `${CursorType}?`)[];
type CursorValue<Type> = Type extends `${string}?` ? string | null : string;
/** Sort values of a row, as text. */
export type CursorValues<Types extends CursorTypes> = { readonly [Index in keyof Types]: CursorValue<Types[Index]> };

interface ListCursor<Types extends CursorTypes> {
  encode(values: CursorValues<Types>): string;
  /** Returns the sort values of the previous page's last row; throws `400 invalid_cursor` for any other text. */
  decode(cursor: string): CursorValues<Types>;
}

/**
 * The cursors of a list. `list` identifies the list, its filters and its sort: the cursor of another list, or a modified one, is refused.
 * Clients can forge a cursor, so its values are compared with the types of the sort: a forged one can only name another position.
 */
export function listCursor<const Types extends CursorTypes>(list: string, types: Types): ListCursor<Types> {
  return {
    encode(values) {
      const content = JSON.stringify(values);
      return Buffer.from(checksum(list, content) + content).toString('base64url');
    },
    decode(cursor) {
      const values = contentOf(list, cursor);
      if (!fits(types, values)) throw invalidCursor();
      return values;
    },
  };
}

function contentOf(list: string, cursor: string): unknown {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const content = text.slice(CHECK_LENGTH);
  if (content === '' || text.slice(0, CHECK_LENGTH) !== checksum(list, content)) throw invalidCursor();
  try {
    return JSON.parse(content);
  } catch {
    throw invalidCursor();
  }
}

/** Not a signature: it detects mistakes without a database query. */
function checksum(list: string, content: string): string {
  return createHash('sha256').update(`cursor/1/${list}/${content}`).digest('base64url').slice(0, CHECK_LENGTH);
}

function fits<Types extends CursorTypes>(types: Types, values: unknown): values is CursorValues<Types> {
  if (!Array.isArray(values) || values.length !== types.length) return false;
  return types.every((type, index) => {
    const value: unknown = values[index];
    if (value === null) return type.endsWith('?');
    return typeof value === 'string' && isOfType[type.replace('?', '') as CursorType](value);
  });
}

export function invalidCursor() {
  const message = 'The cursor was not made by this server for this list.';
  return errorOf('invalid_cursor', message, { details: [{ path: 'query:cursor', code: 'invalid', message }] });
}
