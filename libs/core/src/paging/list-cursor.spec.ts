import { describe, expect, it } from '@jest/globals';
import { type CursorType, listCursor } from './list-cursor.js';

const ID = '0198d8a0-0000-7000-8000-000000000001';
const right: readonly [CursorType, string][] = [
  ['text', 'Größe "M"'],
  ['text', ''],
  ['uuid', ID],
  ['integer', '-2147483647'],
  ['bigint', '999999999999999999'],
  ['numeric', '-12.500000'],
  ['numeric', '9'.repeat(40)],
  ['boolean', 'false'],
  ['timestamptz', '2026-11-22T16:50:54.123Z'],
  ['timestamptz', '2026-11-22 16:50:54.123456+00'],
  ['timestamptz', '2026-11-22 16:50:54+05:30'],
];
const wrong: readonly [CursorType, unknown][] = [
  ['text', 'a\u0000b'],
  ['text', '\ud800'],
  ['text', 1],
  ['uuid', 'x'],
  ['uuid', `${ID}0`],
  ['integer', '2147483648'],
  ['integer', '1.5'],
  ['bigint', '1'.repeat(19)],
  ['numeric', '1e5'],
  ['numeric', 'NaN'],
  ['boolean', 't'],
  ['timestamptz', '2026-02-30 00:00:00+00'],
  ['timestamptz', 'infinity'],
  ['uuid', null],
  ['uuid', [ID]],
];
/** A cursor with the right checksum, whatever its values. */
const forged = (values: unknown) => listCursor('parts', ['uuid']).encode(values as [string]);

describe('listCursor', () => {
  it.each(right)('takes %s %j as it was', (type, value) => {
    const cursors = listCursor('parts', [type, `${type}?`]);

    expect(cursors.decode(cursors.encode([value, null]))).toEqual([value, null]);
  });

  it.each(wrong)('refuses a %s %j, though its checksum is right', (type, value) => {
    expect(() => listCursor('parts', [type]).decode(forged([value]))).toThrow(/not made by this server/);
  });

  it.each([[[]], [[ID, ID]], [ID], [{ 0: ID, length: 1 }], [null]])('refuses %j for one value', (values) => {
    expect(() => listCursor('parts', ['uuid']).decode(forged(values))).toThrow(/not made by this server/);
  });

  it('refuses a cursor of another list', () => {
    expect(() => listCursor('orders', ['uuid']).decode(forged([ID]))).toThrow(/not made by this server/);
  });
});
