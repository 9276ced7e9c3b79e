import { fail } from '@cubit/core';
import type { ByteRange } from '../store/blob-store.js';

interface RangeHeaders {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/**
 * The range that a request asks for (RFC 9110, 14); null: the whole file. Multiple ranges and units other than bytes are ignored, as the
 * RFC allows. Throws `416` if the range is beyond the end of the file.
 */
export function readRange(
  { range, ifRange }: RangeHeaders,
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.replaceAll(/\s/g, '') ?? '') ?? [];
  if (first === '' && last === '') return null;
  // Another content, or a date, which we never send: answer with the whole file.
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end && start < size) return { start, end };
  throw fail('range_not_satisfiable', `The file has ${size} bytes.`, {
    headers: { 'content-range': `bytes */${size}` },
  });
}
