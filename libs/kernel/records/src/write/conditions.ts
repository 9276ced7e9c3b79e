import { crc32 } from 'node:zlib';
import type { RecordShape } from '@cubit/core/host';
import { errorOf } from '@cubit/core';

/**
 * The entity tag of a record: its version. Rollups change without a new version, so for kinds that have some the tag ends in a checksum of the
 * fields, and is another one as soon as the answer is.
 */
export function etagOf(version: number, shape?: Pick<RecordShape, 'hasRollups'>, fields: object | string = ''): string {
  if (shape?.hasRollups !== true) return `"${version}"`;
  const text = typeof fields === 'string' ? fields : JSON.stringify(fields);
  return `"${version}-${crc32(text).toString(16).padStart(8, '0')}"`;
}

const TAG = /^(?:W\/)?"(\d+)(?:-[0-9a-f]{8})?"$/;

/** Whether a list of entity tags (RFC 9110, 8.8.3) names this version, whatever its rollups were; `*` names any. */
export function namesVersion(header: string, version: number): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => TAG.exec(tag.trim())?.[1] === String(version));
}

export function versionConflict(version: number, path = 'header:If-Match') {
  const message = `The record has version ${version} by now; read it again.`;
  return errorOf('version_conflict', message, {
    details: [{ path, code: 'version_conflict', message }],
    headers: { etag: etagOf(version) },
  });
}
