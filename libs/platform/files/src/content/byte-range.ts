import { fail } from '@cubit/core';
import type { ByteRange } from '../store/blob-store.js';

interface RangeHeaders {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/**
 * The one range that a request asks for (RFC 9110, 14); null: the whole. Several ranges, and units other than bytes, are ignored, as a
 * server may. `416` where nothing of it is there.
 */
export function readRange(
  { range, ifRange }: RangeHeaders,
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.replaceAll(/\s/g, '') ?? '') ?? [];
  if (first === '' && last === '') return null;
  // Of another content, or told by a date, which we do not give: the whole.
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end && start < size) return { start, end };
  throw fail('range_not_satisfiable', `The file has ${size} bytes.`, {
    headers: { 'content-range': `bytes */${size}` },
  });
}

/** Whether `If-None-Match` names the content: weakly, as it must be compared. */
export function isAtHand(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}
