import { hash, verify, type Options } from '@node-rs/argon2';

/** In code points; below ten a password can be guessed, above a thousand it only costs work. */
export const PASSWORD_MIN_LENGTH = 10;
export const PASSWORD_MAX_LENGTH = 1_000;

/** OWASP's recommended argon2id parameters (Password Storage Cheat Sheet): some 20 ms of one core and 19 MiB per hash. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
/** One lane: sign-ins run concurrently, so more threads per hash gain nothing. */
const LANES = 1;
const HASH_BYTES = 32;
/** `Algorithm.Argon2id`: the enum exists for the compiler alone. */
const ARGON2ID = 2;
const OPTIONS: Options = {
  algorithm: ARGON2ID,
  memoryCost: MEMORY_KIB,
  timeCost: PASSES,
  parallelism: LANES,
  outputLen: HASH_BYTES,
};

/** A hash that matches no password, with the cost of a real one. */
const DECOY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${zeros(16)}$${zeros(HASH_BYTES)}`;

/** PHC format: parameters and salt are in the hash, so that parameters can change without breaking old hashes. */
export async function hashPassword(password: string): Promise<string> {
  return hash(comparable(password), OPTIONS);
}

/** `stored` is null if there is no such user: returns false after the same work. */
export async function isPasswordOf(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DECOY, comparable(password));
  return matches && stored !== null;
}

/** Normalizes a password (RFC 8265, OpaqueString), because systems enter the same text in different Unicode forms. */
function comparable(password: string): string {
  return password.normalize('NFC');
}

function zeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replace(/=+$/, '');
}
