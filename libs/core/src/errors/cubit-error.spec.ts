import { describe, expect, it } from '@jest/globals';
import { CubitError, errorOf, fail } from './cubit-error.js';
import { defineErrors } from './define-errors.js';

const thrownBy = (work: () => void): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('an error of a module', () => {
  const lab = defineErrors({ lab_dark: { status: 409, meaning: 'The lamp is off.' } });

  it('is thrown by fail, with or without throw before it', () => {
    const details = [{ path: '/record', code: 'dark', message: 'Dark.' }];

    expect(thrownBy(() => fail('conflict', 'Dark.', { details }))).toMatchObject({
      code: 'conflict',
      status: 409,
      details,
    });
    expect(
      thrownBy(() => {
        throw fail('conflict', 'Dark.');
      }),
    ).toMatchObject({ code: 'conflict', message: 'Dark.' });
    expect(thrownBy(() => lab.fail('lab_dark', 'Dark.'))).toMatchObject({ code: 'lab_dark', status: 409 });
  });

  it('is a value of errorOf', () => {
    expect(errorOf('not_found', 'Lamp not found.')).toBeInstanceOf(CubitError);
    expect(lab.errorOf('lab_dark', 'Dark.')).toMatchObject({ code: 'lab_dark', status: 409, message: 'Dark.' });
  });
});
