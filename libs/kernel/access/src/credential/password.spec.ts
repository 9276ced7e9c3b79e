import { describe, expect, it } from '@jest/globals';
import { parseOptions } from '@node-rs/argon2';
import { hashPassword, isPasswordOf } from './password.js';

describe('a password', () => {
  it('is stored as argon2id with its own salt', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(parseOptions(first)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 });
  });

  it('is recognised, and another one is not', async () => {
    const stored = await hashPassword('correct horse');
    expect(await isPasswordOf(stored, 'correct horse')).toBe(true);
    expect(await isPasswordOf(stored, 'correct horsf')).toBe(false);
    expect(await isPasswordOf(stored, '')).toBe(false);
  });

  it('is the same in composed and decomposed Unicode', async () => {
    expect(await isPasswordOf(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });

  it('is compared to its last character, whatever its length', async () => {
    const long = '\u{1f511}'.repeat(999);
    const stored = await hashPassword(`${long}a`);
    expect(await isPasswordOf(stored, `${long}a`)).toBe(true);
    expect(await isPasswordOf(stored, `${long}b`)).toBe(false);
  });

  it('never matches a user who does not exist', async () => {
    expect(await isPasswordOf(null, 'correct horse')).toBe(false);
    expect(await isPasswordOf(null, '')).toBe(false);
  });
});
