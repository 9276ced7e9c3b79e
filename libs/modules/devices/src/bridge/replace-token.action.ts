import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { bridge } from './bridge.kind.js';

export const replaceToken = defineAction({
  id: 'devices:replace_token',
  title: 'Replace token',
  description:
    'Detaches the bridge from its API token. The next program that registers under its name with another token takes its place and keeps its devices and links. Revoke the old token as well.',
  appliesTo: [bridge],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  role: 'admin',
  ui: {
    done: 'Replaced the token of {title}',
    icon: 'key',
    tone: 'danger',
    order: 80,
    confirm: 'The program that runs now loses its access as this bridge.',
  },
  example: { title: 'Replace the token', input: {} },
  available: ({ fields: { status } }) => status !== 'revoked' || notWhile('retired'),
  async run({ records }, { id }) {
    await records.update(bridge, id, { credential: null, token_prefix: null });
    return null;
  },
});
