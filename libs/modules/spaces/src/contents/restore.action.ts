import { defineAction, errorOf } from '@cubit/core';
import { Type } from 'typebox';
import { locationRestored } from '../events.js';
import { location } from '../location/location.kind.js';

export const restore = defineAction({
  id: 'spaces:restore',
  title: 'Restore location',
  description: 'Puts an archived location back into use. Its parent must not be archived.',
  appliesTo: [location],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [locationRestored],
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'spaces:archive',
  ui: { done: 'Restored {title}', icon: 'rotate-ccw', order: 91, bulk: true },
  undo: () => () => ({}),
  example: { title: 'Restore', input: {} },
  lookup: async ({ records }, { fields: { parent } }) =>
    parent === undefined ? undefined : (await records.getMany(location, [parent])).get(parent),
  available({ fields }, { found: above }) {
    if (fields.archived_at === undefined) return 'the location is not archived';
    if (above?.fields.archived_at === undefined) return true;
    const message = `The parent location '${above.fields.path}' is archived. Restore it first.`;
    return errorOf('conflict', message, { details: [{ path: '/record', code: 'archived', message }] });
  },
  async run({ records, emit }, { id, fields: { name, path } }) {
    await records.update(location, id, { archived_at: null });
    emit(locationRestored, { locationId: id, name, path });
    return null;
  },
});
