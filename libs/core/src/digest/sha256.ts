import { createHash } from 'node:crypto';

/** SHA-256 in hex, used to identify content. */
export function sha256Hex(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
