import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { partStatusChanged, partUpdated } from '../events.js';
import { input } from '../stock/stock-input.js';
import { part } from './part.kind.js';

const STARTS: readonly string[] = ['draft', 'obsolete'];

export const activate = defineAction({
  id: 'inventory:activate',
  title: 'Activate part',
  description: 'Sets a draft or an obsolete part to active.',
  appliesTo: [part],
  input: input({}),
  output: Type.Null(),
  emits: [partStatusChanged, partUpdated],
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'inventory:retire',
  ui: {
    done: 'Activated {title}',
    icon: 'circle-check',
    order: 110,
    visible: { field: 'status', in: ['draft', 'obsolete'] },
    bulk: true,
  },
  example: { title: 'Activate', input: {} },
  available: ({ fields: { status } }) => STARTS.includes(status) || notWhile(status),
  async run({ records }, { id }) {
    await records.update(part, id, { status: 'active' });
    return null;
  },
});
