import { createHash } from 'node:crypto';

/** By which the same content is known again. */
export function sha256Hex(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
