import { fail } from '@cubit/core';

export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Whether a list of entity tags (RFC 9110, 8.8.3) names this version; `*` names any. */
export function namesVersion(header: string, version: number): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etagOf(version));
}

export function versionConflict(version: number, path = 'header:If-Match') {
  const message = `The record has version ${version} by now; read it again.`;
  return fail('version_conflict', message, {
    details: [{ path, code: 'version_conflict', message }],
    headers: { etag: etagOf(version) },
  });
}
