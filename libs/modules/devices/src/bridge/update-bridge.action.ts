import { defineAction, Field, notWhile, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { bridgeUpdateRequested } from '../events.js';
import { settings } from '../settings.js';
import { bridge } from './bridge.kind.js';

export const updateBridge = defineAction({
  id: 'devices:update_bridge',
  title: 'Update bridge',
  description:
    'Requests the bridge to update itself at its next poll. Default for `version`: the release in the module settings.',
  appliesTo: [bridge],
  input: Type.Object(
    {
      version: Type.Optional(
        Field.text({ title: 'Version', minLength: 1, description: 'Default: the release in the module settings.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ version: Type.String() }),
  emits: [bridgeUpdateRequested],
  effects: { destructive: false, idempotent: true, readOnly: false },
  settings,
  role: 'admin',
  ui: { done: 'Started the update of {title}', icon: 'download', order: 20, bulk: true },
  example: { title: 'Update', input: { version: '1.3.0' } },
  available: ({ fields: { status } }) => status !== 'revoked' || notWhile('retired'),
  async run({ records, emit, settings }, { id, fields }, { version = settings.release_version }) {
    if (version === '') throw validationFailed([unknownVersion]);
    await records.update(bridge, id, { update_to: version });
    emit(bridgeUpdateRequested, { bridgeId: id, bridgeName: fields.name, version });
    return { version };
  },
});

const unknownVersion = {
  path: '/input/version',
  code: 'required',
  message: 'version is required, because the settings name no release.',
};
