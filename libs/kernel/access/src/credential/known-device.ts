import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Cookie } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';
import { emailKey } from './email-address.js';
import { instanceSecret } from './instance-secret.js';

export const DEVICE_COOKIE = 'cubit_device';
/** Path of the routes that check a password. */
const DEVICE_PATH = '/api/v1/me';
const LIFETIME_S = 365 * 24 * 60 * 60;
const SECRET_NAME = 'known_device';
const ID_BYTES = 16;
const MARK_BYTES = 16;
/** Maximum number of accounts per browser. */
const MAX_ACCOUNTS = 8;
const FORM = /^[\w-]{22}(?:\.[\w-]{22})*$/;

/**
 * Recognises devices on which an account signed in before, by a cookie with a device id and a mark (an HMAC) per account. Marks
 * are bound to the entered address, so known and unknown addresses are treated alike.
 */
export class KnownDevices {
  readonly #key: KeyObject;

  constructor(secret: Uint8Array) {
    this.#key = createSecretKey(secret);
  }

  static async ofInstance(db: Kysely<DatabaseSchema>): Promise<KnownDevices> {
    return new KnownDevices(await instanceSecret(db, SECRET_NAME));
  }

  /** The device's id if the account signed in there before, otherwise null. */
  idFor(cookie: string | undefined, email: string): string | null {
    const { id, marks } = read(cookie);
    if (id === null) return null;
    const own = this.#mark(id, email);
    return marks.some((mark) => timingSafeEqual(Buffer.from(mark), Buffer.from(own))) ? id : null;
  }

  /** The cookie after a sign-in: marks of earlier accounts are kept. */
  remember(cookie: string | undefined, email: string): Cookie {
    const known = read(cookie);
    const id = known.id ?? randomBytes(ID_BYTES).toString('base64url');
    const own = this.#mark(id, email);
    const marks = [own, ...known.marks.filter((mark) => mark !== own)].slice(0, MAX_ACCOUNTS);
    return { name: DEVICE_COOKIE, value: [id, ...marks].join('.'), path: DEVICE_PATH, maxAgeS: LIFETIME_S };
  }

  #mark(id: string, email: string): string {
    const digest = createHmac('sha256', this.#key)
      .update(`${id}\n${emailKey(email)}`)
      .digest();
    return digest.subarray(0, MARK_BYTES).toString('base64url');
  }
}

function read(cookie: string | undefined): { readonly id: string | null; readonly marks: readonly string[] } {
  if (cookie === undefined || !FORM.test(cookie)) return { id: null, marks: [] };
  const [id = null, ...marks] = cookie.split('.');
  return { id, marks: marks.slice(0, MAX_ACCOUNTS) };
}
