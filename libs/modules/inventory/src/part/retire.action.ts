import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { partArchived, partStatusChanged, partUpdated } from '../events.js';
import { input } from '../stock/stock-input.js';
import { part } from './part.kind.js';

const NEXT = { active: 'deprecated', deprecated: 'obsolete' } as const;

export const retire = defineAction({
  id: 'inventory:retire',
  title: 'Retire part',
  description: 'Sets an active part to deprecated (to be used up), and a deprecated part to obsolete (archived).',
  appliesTo: [part],
  input: input({}),
  output: Type.Null(),
  emits: [partStatusChanged, partArchived, partUpdated],
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'inventory:activate',
  ui: {
    done: 'Retired {title}',
    icon: 'archive',
    order: 120,
    visible: { field: 'status', in: ['active', 'deprecated'] },
    bulk: true,
  },
  example: { title: 'Retire', input: {} },
  available: ({ fields: { status } }) => status in NEXT || notWhile(status),
  async run({ records }, { id, fields: { status } }) {
    if (status === 'active' || status === 'deprecated') await records.update(part, id, { status: NEXT[status] });
    return null;
  },
});
