import { fail } from '@cubit/core';

const WELL_FORMED = /^[\x20-\x7e]{1,255}$/;

/** The value of the header; `400 invalid_header` unless it is 1 to 255 printable ASCII characters. */
export function readIdempotencyKey(header: string): string {
  if (WELL_FORMED.test(header)) return header;
  const message = 'must be 1 to 255 printable ASCII characters.';
  const details = [{ path: 'header:Idempotency-Key', code: 'format', message }];
  throw fail('invalid_header', `Idempotency-Key ${message}`, { details });
}
