import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ICONS } from '@cubit/web-contract';

const sprite = readFileSync(new URL('icons.svg', import.meta.url), 'utf8');

describe('the sprite', () => {
  it('has the icons of the contract and no other', () => {
    expect([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)).toEqual([...ICONS]);
  });

  it('draws each of them', () => {
    expect(sprite).not.toMatch(/<symbol[^>]*><\/symbol>/);
  });
});
