import { defineAction, fail, Field } from '@cubit/core';
import { Type } from 'typebox';
import { bridgeUpdateRequested } from '../events.js';
import { bridge } from './bridge.kind.js';

export const updateBridge = defineAction({
  id: 'devices:update_bridge',
  title: 'Update',
  description: 'The bridge is told at its next poll. Without `version` it is the release of the module’s settings.',
  appliesTo: [bridge],
  input: Type.Object({ version: Type.Optional(Field.text({ minLength: 1 })) }, { additionalProperties: false }),
  output: Type.Object({ version: Type.String() }),
  emits: [bridgeUpdateRequested],
  effects: { destructive: false, idempotent: true, readOnly: false },
  role: 'admin',
  example: { title: 'Update', input: { version: '1.3.0' } },
  async run({ records, emit, settings }, { id, fields }, { version = String(settings['release_version'] ?? '') }) {
    if (version === '') throw fail('conflict', 'There is no release: name a version, or enter one in the settings.');
    await records.update(bridge, id, { update_to: version });
    emit(bridgeUpdateRequested, { bridgeId: id, bridgeName: fields.name, version });
    return { version };
  },
});
