import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { locationMoved } from '../events.js';
import { location } from './location.kind.js';

export const moveLocation = defineAction({
  id: 'spaces:move',
  title: 'Move location',
  description:
    'Moves a location with everything below it to another parent. Answers `422` if it would be below itself.',
  appliesTo: [location],
  input: Type.Object(
    {
      parent: Type.Union([Field.ref('spaces:location'), Type.Null()], {
        title: 'Into',
        description: 'The new parent; `null` moves it to the top.',
      }),
      rank: Type.Optional(Field.integer({ title: 'Order', description: 'Position among its new siblings.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  emits: [locationMoved],
  agent: { words: ['put elsewhere', 'another room', 'rearrange'] },
  effects: { destructive: false, idempotent: true, readOnly: false },
  undoneBy: 'spaces:move',
  ui: { done: 'Moved {title}', icon: 'move', key: 'm', order: 20, prefill: { parent: { field: 'parent' } } },
  undo:
    (_context, { fields: { parent = null, rank } }) =>
    () => ({
      input: { parent, ...(rank === undefined ? {} : { rank }) },
    }),
  example: { title: 'Move to the hall', input: { parent: '0192f0c1-2d3e-7000-8000-000000000002' } },
  async run({ records }, { id }, { parent, rank }) {
    const fields = { parent, ...(rank === undefined ? {} : { rank }) };
    await records.update(location, id, fields, { path: (field) => `/input/${field}` });
    return null;
  },
});
