import { fail } from '@cubit/core';

export function entityTag(version: number): string {
  return `"${version}"`;
}

/** Whether a header names this version among its entity tags (RFC 9110, 8.8.3); `*` names any. */
export function namesVersion(header: string, version: number): boolean {
  return header
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((part) => part === '*' || part === entityTag(version));
}

/** `412` where the client has another version in mind. */
export function assertVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || namesVersion(ifMatch, version)) return;
  const message = `The plan has version ${version} by now; read it again.`;
  throw fail('version_conflict', message, {
    details: [{ path: 'header:If-Match', code: 'version_conflict', message }],
    headers: { etag: entityTag(version) },
  });
}
