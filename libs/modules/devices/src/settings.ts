import { Type } from 'typebox';

/** The release that bridges update themselves to. Empty: there is none. */
export const settings = Type.Object({
  release_version: Type.String({ maxLength: 100, default: '' }),
  release_url: Type.String({ maxLength: 2_000, default: '', description: 'Where the bundle is.' }),
  release_sha256: Type.String({ pattern: '^([0-9a-f]{64})?$', default: '', description: 'Of the bundle, in hex.' }),
  release_signature: Type.String({ maxLength: 2_000, default: '', description: 'As bridges check it.' }),
});
