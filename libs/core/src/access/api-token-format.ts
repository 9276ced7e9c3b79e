import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every API token starts with: it tells a token from a session token, and a leak scanner what it has found. */
export const API_TOKEN_START = 'cbt_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is the first power of 62 above 2^32. */
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 12;
const WELL_FORMED = new RegExp(`^${API_TOKEN_START}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new token: `cbt_`, 256 random bits in base62, and a checksum over both. */
export function createApiToken(random: Uint8Array = randomBytes(SECRET_BYTES)): string {
  const secret = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), SECRET_LENGTH);
  const unchecked = API_TOKEN_START + secret;
  return unchecked + checksumOf(unchecked);
}

/** Whether the text can be a token at all: a typo is told from a token without a database. */
export function isWellFormedApiToken(text: string): boolean {
  if (!WELL_FORMED.test(text)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The part that is kept readable, so that its owner can tell tokens apart. */
export function apiTokenPrefix(token: string): string {
  return token.slice(0, PREFIX_LENGTH);
}

/**
 * What is kept of a token. A plain hash is enough: nobody guesses 256 random bits, so there is nothing for a slow hash to slow down.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** In plain numbers: it is worked out with every request. */
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
