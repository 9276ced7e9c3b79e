import { describe, expect, it } from '@jest/globals';
import { storedInstant } from './stored-instant.js';

const FIRST = '0001-01-01T00:00:00.000Z';
const LAST = '9999-12-31T23:59:59.999Z';
const at = (ms: number) => () => storedInstant(ms, '/fields/last_done_at');

describe('storedInstant', () => {
  it.each([FIRST, '2026-01-02T03:04:05.678Z', LAST])('is stored as %s', (text) => {
    expect(at(Date.parse(text))()).toBe(text);
  });

  it.each([
    [Date.parse(LAST) + 1, 'too_large'],
    [Number.MAX_VALUE, 'too_large'],
    [Number.NaN, 'too_large'],
    [Date.parse(FIRST) - 1, 'too_small'],
  ])('of %d ms is refused at the field that it comes of', (ms, code) => {
    expect(at(ms)).toThrow(
      expect.objectContaining({
        status: 422,
        details: [expect.objectContaining({ path: '/fields/last_done_at', code })],
      }),
    );
  });
});
