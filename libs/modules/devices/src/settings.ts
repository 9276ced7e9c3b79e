import { Type } from 'typebox';

/** The release that bridges update themselves to. Empty: no release. */
export const settings = Type.Object({
  release_version: Type.String({
    title: 'Release',
    maxLength: 100,
    default: '',
    description: 'Version of the release. Empty: no release.',
  }),
  release_url: Type.String({
    title: 'Address of the release',
    maxLength: 2_000,
    default: '',
    description: 'URL of the bundle.',
  }),
  release_sha256: Type.String({
    title: 'Checksum of the release',
    pattern: '^([0-9a-f]{64})?$',
    default: '',
    description: 'SHA-256 digest of the bundle, in hexadecimal.',
  }),
  release_signature: Type.String({
    title: 'Signature of the release',
    maxLength: 2_000,
    default: '',
    description: 'Signature of the bundle, which bridges verify.',
  }),
});
