import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@cubit/web-client';
import { refusalText, splitError } from './refusal.js';

describe('splitError', () => {
  const refusal = (path: string) =>
    new ApiError({
      ...{ status: 409, code: 'insufficient_stock', message: 'Too few.', requestId: 'r1' },
      details: [{ path, code: 'insufficient_stock', message: 'only 2 are left.' }],
    });
  const options = { base: '/input', shown: ['qty'] };

  it('puts a fault at the field that its path names', () => {
    expect(splitError(refusal('/input/qty/0'), options)).toMatchObject({
      at: { '/qty/0': 'Only 2 are left.' },
      message: undefined,
    });
  });

  it('shows above the form what no field of it can show', () => {
    const { at, message, requestId } = splitError(refusal('/input/hidden'), options);
    expect(at).toEqual({});
    expect(message).toContain('only 2 are left.');
    expect(requestId).toBe('r1');
  });

  it('asks a form with nested fields which paths it shows', () => {
    const shown = (path: string) => path === '/config/url';
    expect(splitError(refusal('/config/url'), { shown }).at).toEqual({ '/config/url': 'Only 2 are left.' });
    expect(splitError(refusal('/config/to'), { shown })).toMatchObject({
      at: {},
      message: 'Too few. To: only 2 are left.',
    });
  });

  it('shows the message of what names no field, and of what is no answer', () => {
    const conflict = new ApiError({ status: 409, code: 'conflict', message: 'It is in use.', requestId: 'r2' });
    expect(splitError(conflict, options)).toEqual({ at: {}, message: 'It is in use.', requestId: 'r2' });
    expect(splitError(new Error('offline'), options)).toEqual({ at: {}, message: 'offline', requestId: undefined });
  });

  it('says a fault of a field that no form shows once, with the title of the field', () => {
    const details = [{ path: '/fields/min_stock', code: 'minimum', message: 'must be at least 0.' }];
    const message = '/fields/min_stock: must be at least 0.';
    const error = new ApiError({ status: 422, code: 'validation_failed', message, details });
    expect(refusalText(error)).toBe('Min stock: must be at least 0.');
    const titles = { min_stock: 'Minimum' };
    expect(splitError(error, { ...options, titles }).message).toBe('Minimum: must be at least 0.');
    const taken = 'There is a part with Part number "A" already.';
    const twice = ['ipn', 'mpn'].map((name) => ({ path: `/fields/${name}`, code: 'already_exists', message: taken }));
    const conflict = new ApiError({ status: 409, code: 'already_exists', message: taken, details: twice });
    expect(splitError(conflict, { base: '/fields', shown: ['ipn', 'mpn'] }).message).toBeUndefined();
  });

  it('shows the first fault of a field', () => {
    const details = ['first.', 'second.'].map((message) => ({ path: '/input/qty', code: 'invalid', message }));
    const error = new ApiError({ status: 422, code: 'validation_failed', message: 'Invalid.', details });
    expect(splitError(error, options).at).toEqual({ '/qty': 'First.' });
  });
});
