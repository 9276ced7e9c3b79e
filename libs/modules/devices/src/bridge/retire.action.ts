import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { bridgeRevoked } from '../events.js';
import { bridge } from './bridge.kind.js';
import { aboutBridge } from './contact.js';

export const retireBridge = defineAction({
  id: 'devices:retire',
  title: 'Retire',
  description:
    'The bridge gets no more commands. Revoke its API token as well: that ends whatever else the token may do.',
  appliesTo: [bridge],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [bridgeRevoked],
  effects: { destructive: true, idempotent: false, readOnly: false },
  role: 'admin',
  example: { title: 'Retire', input: {} },
  available: ({ fields }) => fields.status !== 'revoked' || 'it is retired already',
  async run({ records, emit }, { id }) {
    emit(bridgeRevoked, aboutBridge(await records.update(bridge, id, { status: 'revoked', offline_after: null })));
    return null;
  },
});
