import { describe, expect, it } from '@jest/globals';
import { normalTarget, pathOf } from './request-path.js';

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

describe('the target that routers compare', () => {
  it.each([
    ['/api/v1/me?x=%zz', '/api/v1/me?x=%zz'],
    ['/api/v1/%6de?x=%6d', '/api/v1/me?x=%6d'],
    ['/a%2fb/%C3%A4', '/a%2Fb/%C3%A4'],
    ['http://cubit.example.org:3000/api/v1/me?x#y', '/api/v1/me?x'],
    ['/a#b?c', '/a'],
    ['*', '*'],
    [undefined, '/'],
  ])('of %s is %s', (target, normal) => {
    expect(normalTarget(target)).toBe(normal);
  });

  it.each(['/api/%zz', '/%c3%28'])('refuses %s, which is not percent-encoded UTF-8', (target) => {
    expect(() => normalTarget(target)).toThrow(URIError);
  });
});
