import { fail } from '@cubit/core';

export function entityTag(version: number): string {
  return `"${version}"`;
}

/** Whether a header lists the entity tag of this version (RFC 9110, 8.8.3). `*` matches any version. */
export function namesVersion(header: string, version: number): boolean {
  return header
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((part) => part === '*' || part === entityTag(version));
}

/** Throws `412` if `If-Match` names another version. */
export function assertVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || namesVersion(ifMatch, version)) return;
  const message = `The plan was changed and now has version ${version}. Read it again.`;
  throw fail('version_conflict', message, {
    details: [{ path: 'header:If-Match', code: 'version_conflict', message }],
    headers: { etag: entityTag(version) },
  });
}
