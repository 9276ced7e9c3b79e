import { createHash } from 'node:crypto';

/** The form in which a key is stored outside of this process. The key may be an email address, so it is hashed. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
