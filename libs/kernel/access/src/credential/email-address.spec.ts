import { describe, expect, it } from '@jest/globals';
import { emailKey } from './email-address.js';

describe('the key of an email address', () => {
  it.each([
    ['letter case', 'Ada@Example.ORG', 'ada@example.org'],
    ['space around it', ' ada@example.org\n', 'ada@example.org'],
    ['full-width letters', '\uff41da@example.org', 'ada@example.org'],
    ['decomposed accents', 'rene\u0301@example.org', 'ren\u00e9@example.org'],
  ])('does not depend on %s', (_, written, key) => {
    expect(emailKey(written)).toBe(key);
  });

  it('distinguishes different mailboxes', () => {
    expect(emailKey('a.da@example.org')).not.toBe(emailKey('ada@example.org'));
  });
});
