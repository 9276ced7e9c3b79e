import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of every API token: it distinguishes API tokens from session tokens and is found by leak scanners. */
export const API_TOKEN_START = 'cbt_';
/** The prefix of the key of an address. It differs, so that neither is accepted in the place of the other. */
export const ADDRESS_KEY_START = 'cbk_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is the first power of 62 above 2^32. */
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 12;
const WELL_FORMED = new RegExp(
  `^(?:${API_TOKEN_START}|${ADDRESS_KEY_START})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** A new token: `cbt_`, 256 random bits in base62, and a checksum over both. */
export function createApiToken(random: Uint8Array = randomBytes(SECRET_BYTES)): string {
  return createSecret(API_TOKEN_START, random);
}

/** A new key of an address: as a token, but with `cbk_`. */
export function createAddressKey(): string {
  return createSecret(ADDRESS_KEY_START, randomBytes(SECRET_BYTES));
}

function createSecret(start: string, random: Uint8Array): string {
  const unchecked = start + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), SECRET_LENGTH);
  return unchecked + checksumOf(unchecked);
}

/** Checks the form and the checksum of a token or a key, so that typing errors are refused whatever the database has. */
export function isWellFormedApiToken(text: string): boolean {
  if (!WELL_FORMED.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The part that is stored in plain text, so that owners can identify tokens: of a key none of its secret, because addresses have names of their own. */
export function apiTokenPrefix(token: string): string {
  return token.startsWith(ADDRESS_KEY_START) ? ADDRESS_KEY_START : token.slice(0, PREFIX_LENGTH);
}

/** The stored hash of a token. A fast hash is enough, because 256 random bits cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Computed without BigInt, because it runs with every request. */
function checksumOf(text: string): string {
  let digits = '';
  for (let rest = crc32(text); rest > 0; rest = Math.floor(rest / ALPHABET.length))
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

function base62(value: bigint, length: number): string {
  const base = BigInt(ALPHABET.length);
  let digits = '';
  for (let rest = value; rest > 0n; rest /= base) digits = ALPHABET.charAt(Number(rest % base)) + digits;
  return digits.padStart(length, '0');
}
