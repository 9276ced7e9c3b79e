import { defineAction, fail } from '@cubit/core';
import { Type } from 'typebox';
import { locationRestored } from '../events.js';
import { location } from '../location/location.kind.js';

export const restore = defineAction({
  id: 'spaces:restore',
  title: 'Restore',
  description: 'Puts an archived location back to use. What it lies in must be in use.',
  appliesTo: [location],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [locationRestored],
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'spaces:archive',
  example: { title: 'Restore', input: {} },
  available: ({ fields }) => fields.archived_at !== undefined || 'it is not archived',
  async run({ records, emit }, { id, fields: { name, path, parent } }) {
    const above = parent === undefined ? undefined : (await records.getMany(location, [parent])).get(parent);
    if (above?.fields.archived_at !== undefined) {
      const message = `'${above.fields.path}', in which it lies, is archived: restore that first.`;
      throw fail('conflict', message, { details: [{ path: '/record', code: 'archived', message }] });
    }
    await records.update(location, id, { archived_at: null });
    emit(locationRestored, { locationId: id, name, path });
    return null;
  },
});
