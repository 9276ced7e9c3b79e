import { describe, expect, it } from '@jest/globals';
import { linkTarget } from './link-target.js';

const at = 'http://localhost:3000';

describe('the target of a link', () => {
  it.each([
    [
      `${at}/w/lab/modules/inventory/records/part/1?tab=stock#top`,
      '/w/lab/modules/inventory/records/part/1?tab=stock#top',
    ],
    [`${at}/api/v1/orgs/lab/wires/1`, '/w/lab/wires/1'],
    [`${at}/api/v1/me`, '/api/v1/me'],
    ['/orgs/lab/wires/1', '/w/lab/wires/1'],
    [`${at}/`, '/'],
  ])('of the instance is a path: %s', (link, path) => {
    expect(linkTarget(link, at)).toBe(path);
  });

  it.each([
    'https://example.org/w/lab',
    'http://localhost:30001/w/lab',
    `${at}//example.org/`,
    `${at}.example.org/w/lab`,
    at,
  ])('elsewhere stays as it is: %s', (link) => {
    expect(linkTarget(link, at)).toBe(link);
  });
});
