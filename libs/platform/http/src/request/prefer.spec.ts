import { describe, expect, it } from '@jest/globals';
import { readPreferredWaitMs } from './prefer.js';

describe('readPreferredWaitMs', () => {
  it.each([
    ['wait=5', 5_000],
    ['wait="5"', 5_000],
    ['respond-async, wait = 10', 10_000],
    ['WAIT=2; foo=bar', 2_000],
    ['wait=0', 1_000],
    ['wait=31', 30_000],
    ['wait=999999999', 30_000],
  ])('reads %s, between 1 and 30 seconds', (header, ms) => expect(readPreferredWaitMs(header)).toBe(ms));

  it.each([undefined, '', 'wait', 'wait=', 'wait=x', 'wait=-1', 'wait=1.5', 'await=5', 'wait=9999999999999'])(
    'ignores %s',
    (header) => expect(readPreferredWaitMs(header)).toBeNull(),
  );
});
