import { describe, expect, it } from '@jest/globals';
import { messageOf, requestIdOf } from './error-words.js';

describe('what is shown of an error', () => {
  it('is its message, or the text that was thrown', () => {
    expect(messageOf(new Error('It is in use.'))).toBe('It is in use.');
    expect(messageOf('offline')).toBe('offline');
  });

  it('is the id of the request, if there was an answer', () => {
    expect(requestIdOf(Object.assign(new Error('It is in use.'), { requestId: '01J9' }))).toBe('01J9');
    expect(requestIdOf(Object.assign(new Error('offline'), { requestId: null }))).toBeUndefined();
    expect(requestIdOf(new Error('offline'))).toBeUndefined();
    expect(requestIdOf('offline')).toBeUndefined();
  });
});
