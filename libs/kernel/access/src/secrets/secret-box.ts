import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { instanceSecret } from '../credential/instance-secret.js';
import type { DatabaseSchema } from '@cubit/database';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of sealed data: the version of its format. */
const FORMAT_VERSION = 1;

/**
 * Encrypts secrets that are needed in plain text (signing secrets, passwords of channels): `seal` before storing, `open` before
 * use.
 */
export interface SecretBox {
  /** `place` identifies the storage location (table, workspace, id): data moved elsewhere cannot be opened. */
  seal(text: string, place: string): Buffer;
  /** Throws unless this instance sealed it for this place. */
  open(sealed: Uint8Array, place: string): string;
}

/**
 * Creates the box of one part of the product. Its key is derived from a secret of the instance, which is stored in the database
 * (docs/decisions).
 */
export async function createSecretBox(db: Kysely<DatabaseSchema>, part: string): Promise<SecretBox> {
  const key = Buffer.from(hkdfSync('sha256', await instanceSecret(db, 'secret-box'), '', part, KEY_BYTES));
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const content = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([Buffer.of(FORMAT_VERSION), nonce, cipher.getAuthTag(), ...content]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== FORMAT_VERSION) throw new Error('A secret is sealed in a form that this version does not know.');
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const content = bytes.subarray(1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    },
  };
}
