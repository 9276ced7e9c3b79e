import { createHash } from 'node:crypto';

/** What is kept of a key outside of this process: it may be an email address. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
