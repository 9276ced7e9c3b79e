import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { bridge } from './bridge.kind.js';

export const replaceToken = defineAction({
  id: 'devices:replace_token',
  title: 'Replace its token',
  description:
    'Its present token is the bridge no longer: whatever registers under its name next, with another token, is. Its devices and their links stay. Revoke the old token.',
  appliesTo: [bridge],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  role: 'admin',
  example: { title: 'A new token', input: {} },
  available: ({ fields: { status } }) => status !== 'revoked' || 'it is retired',
  async run({ records }, { id }) {
    await records.update(bridge, id, { credential: null, token_prefix: null });
    return null;
  },
});
