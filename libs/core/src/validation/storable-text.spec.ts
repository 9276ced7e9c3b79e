import { describe, expect, it } from '@jest/globals';
import { unstorableText } from './storable-text.js';

const found = (json: string) => unstorableText(JSON.parse(json)).map(({ path, code }) => `${path} ${code}`);

describe('unstorableText', () => {
  it('points at text with a NUL character or half of a surrogate pair, wherever it is', () => {
    expect(found('{"a":["x","\\u0000"],"b":{"c":"\\ud800"}}')).toEqual(['/a/1 text', '/b/c text']);
  });

  it('checks the names of members too', () => {
    expect(found('{"a\\u0000":1}')).toEqual(['/a\0 text']);
    expect(found('{"__proto__":1}')).toEqual(['/__proto__ unknown']);
  });

  it('points at infinite numbers', () => {
    expect(found('{"a":[1e400,-1e999,1e300]}')).toEqual(['/a/0 too_large', '/a/1 too_large']);
  });

  it('accepts other text, including surrogate pairs and control characters', () => {
    expect(found('{"a":"\\ud83d\\ude00\\u0001\\ufffe"}')).toEqual([]);
  });
});
