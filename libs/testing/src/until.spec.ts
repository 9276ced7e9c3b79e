import { describe, expect, it, jest } from '@jest/globals';
import { until } from './until.js';

describe('waiting for a state', () => {
  it('returns the first look that shows something', async () => {
    const looks = [undefined, null, false, 0];
    await expect(until('there is a number', () => looks.shift())).resolves.toBe(0);
  });

  it('takes an error of a look as "not yet"', async () => {
    let looks = 0;
    const look = () => {
      looks += 1;
      expect(looks).toBe(3);
      return looks;
    };
    await expect(until('the third look', look)).resolves.toBe(3);
  });

  it('gives up after a minute, names what it waited for, and shows the last look', async () => {
    const now = jest.spyOn(performance, 'now');
    const lastLook = (what: string, look: () => unknown) => {
      now.mockReturnValueOnce(0).mockReturnValueOnce(60_001);
      return until(what, look).catch((error: unknown) => error);
    };
    const nothing = await lastLook('the order is placed', () => false);
    const failing = await lastLook('the page is there', () => {
      throw new Error('no answer');
    });
    now.mockRestore();
    expect(nothing).toMatchObject({
      message: 'Waited 60 s in vain until the order is placed. The last look showed false.',
    });
    expect(failing).toMatchObject({
      message: 'Waited 60 s in vain until the page is there. The last look failed.',
      cause: { message: 'no answer' },
    });
  });
});
