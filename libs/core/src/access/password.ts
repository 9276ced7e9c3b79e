import { hash, verify, type Options } from '@node-rs/argon2';

/** In code points; below ten a password can be guessed, above a thousand it only costs work. */
export const PASSWORD_MIN_LENGTH = 10;
export const PASSWORD_MAX_LENGTH = 1_000;

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): some 20 ms of one core, and 19 MiB that a cracker needs as well. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
/** One lane: sign-ins run beside each other, so a single one gains nothing from more threads. */
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

/** A hash that no password has, of the same cost as a real one. */
const DECOY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${zeros(16)}$${zeros(HASH_BYTES)}`;

/** In PHC form: parameters and salt are in it, so that the parameters may grow without breaking old hashes. */
export async function hashPassword(password: string): Promise<string> {
  return hash(comparable(password), OPTIONS);
}

/** `stored` is null where there is no such user: the answer is no, after the same work. */
export async function isPasswordOf(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DECOY, comparable(password));
  return matches && stored !== null;
}

/** The same text typed on another system may come in another Unicode form (RFC 8265, OpaqueString). */
function comparable(password: string): string {
  return password.normalize('NFC');
}

function zeros(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replace(/=+$/, '');
}
