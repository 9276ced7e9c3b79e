import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { partStatusChanged, partUpdated } from '../events.js';
import { input } from '../stock/stock-input.js';
import { part } from './part.kind.js';

const STARTS: readonly string[] = ['draft', 'obsolete'];

export const activate = defineAction({
  id: 'inventory:activate',
  title: 'Activate',
  description: 'Makes a draft usable, or brings an obsolete part back.',
  appliesTo: [part],
  input: input({}),
  output: Type.Null(),
  emits: [partStatusChanged, partUpdated],
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'inventory:retire',
  example: { title: 'Activate', input: {} },
  available: ({ fields: { status } }) => STARTS.includes(status) || `it is ${status}`,
  async run({ records }, { id }) {
    await records.update(part, id, { status: 'active' });
    return null;
  },
});
