import { describe, expect, it } from '@jest/globals';
import { pathOf } from './path-of.js';

describe('the path of a request', () => {
  it.each([
    ['/api/v1/me?x=/y', '/api/v1/me'],
    ['http://cubit.example.org:3000/api/v1/me?x', '/api/v1/me'],
    ['http://cubit.example.org', ''],
    ['/a%2Fb#c', '/a%2Fb'],
    ['*', '*'],
    [undefined, '/'],
  ])('of %s is %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});
