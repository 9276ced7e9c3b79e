import { describe, expect, it } from '@jest/globals';
import { defineErrors } from './define-errors.js';
import { errorOf, notFound, validationFailed } from './cubit-error.js';
import { isTransient } from './is-transient.js';

const thrownBy = (code: () => unknown): unknown => {
  try {
    return code();
  } catch (error) {
    return error;
  }
};
const lab = defineErrors({ lab_dark: { status: 409, meaning: 'Dark.' }, lab_shut: { status: 422, meaning: 'Shut.' } });

describe('an error of work in the background', () => {
  it.each([
    ['another system that does not answer', errorOf('upstream_failed', 'No answer.')],
    ['a server that cannot work now', errorOf('unavailable', 'No disk.')],
    ['a conflict of versions', errorOf('version_conflict', 'Changed.')],
    ['a state that does not allow it yet', lab.errorOf('lab_dark', 'Dark.')],
    ['a rate limit', errorOf('rate_limited', 'Slower.')],
    ['a failed serialization', Object.assign(new Error('could not serialize access'), { code: '40001' })],
    ['any other error', new Error('no pigeon')],
    ['text from outside that is not JSON', thrownBy(() => JSON.parse('<html>') as unknown)],
    ['a broken connection of the global fetch', new TypeError('fetch failed', { cause: new Error('ECONNRESET') })],
  ])('is tried again: %s', (_what, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['input that does not fit', validationFailed([])],
    ['a record that is gone', notFound('Part')],
    ['a refusal of a module', lab.errorOf('lab_shut', 'Shut.')],
    ['a member of undefined', thrownBy(() => (undefined as unknown as { name: string }).name)],
    ['a name that does not exist', new ReferenceError('tube is not defined')],
    ['an endless recursion', new RangeError('Maximum call stack size exceeded')],
  ])('is final: %s', (_what, error) => {
    expect(isTransient(error)).toBe(false);
  });
});
