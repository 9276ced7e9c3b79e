import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { apiTokenPrefix, createApiToken, hashToken, isWellFormedApiToken } from './api-token-format.js';

describe('an API token', () => {
  it('is cbt_, 43 base62 characters and a checksum of 6', () => {
    expect(createApiToken()).toMatch(/^cbt_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  });

  it('encodes 256 bits: the largest and the smallest value fit', () => {
    expect(createApiToken(new Uint8Array(32))).toMatch(/^cbt_0{43}[0-9A-Za-z]{6}$/);
    expect(createApiToken(new Uint8Array(32).fill(255)).slice(4, 47)).toBe(base62Of(2n ** 256n - 1n));
  });

  it('has a checksum that is the CRC32 (IEEE) of cbt_ and the 43 characters, as six base62 digits, padded with 0', () => {
    const token = createApiToken(new Uint8Array(32).fill(7));
    expect(token.slice(-6)).toBe(base62Of(BigInt(slowCrc32(token.slice(0, -6)))).padStart(6, '0'));
  });

  it('pads a small checksum with 0', () => {
    const small = Array.from({ length: 3_000 }, (_, index) =>
      createApiToken(Buffer.from(index.toString(16).padStart(64, '0'), 'hex')),
    ).find((token) => token.at(-6) === '0');
    expect(small).toBeDefined();
    expect(isWellFormedApiToken(small ?? '')).toBe(true);
  });

  it('is never generated twice', () => {
    const tokens = Array.from({ length: 1_000 }, () => createApiToken());
    expect(new Set(tokens).size).toBe(1_000);
  });

  it('has its first 12 characters as its prefix', () => {
    const token = createApiToken();
    expect(apiTokenPrefix(token)).toHaveLength(12);
    expect(token.startsWith(apiTokenPrefix(token))).toBe(true);
  });

  it('is stored as its SHA-256 hash', () => {
    expect(hashToken('cbt_x')).toEqual(createHash('sha256').update('cbt_x').digest());
  });
});

describe('the format of an API token', () => {
  it('accepts every generated token', () => {
    for (let count = 0; count < 200; count += 1) expect(isWellFormedApiToken(createApiToken())).toBe(true);
  });

  it('refuses a token with any one character changed', () => {
    const token = createApiToken();
    for (let index = 0; index < token.length; index += 1) {
      const typo = token.slice(0, index) + (token[index] === 'x' ? 'y' : 'x') + token.slice(index + 1);
      expect({ index, wellFormed: isWellFormedApiToken(typo) }).toEqual({ index, wellFormed: false });
    }
  });

  it.each(['', 'cbt_', ' ', 'cbt_ä', `${createApiToken()}\n`, ` ${createApiToken()}`, createApiToken().slice(0, -1)])(
    'refuses %j',
    (text) => expect(isWellFormedApiToken(text)).toBe(false),
  );
});

function base62Of(value: bigint): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const rest = value / 62n;
  return (rest > 0n ? base62Of(rest) : '') + alphabet[Number(value % 62n)];
}

/** CRC-32 bit by bit, with the reflected polynomial 0xEDB88320 of IEEE 802.3. */
function slowCrc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
