import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { locationEmptied } from '../events.js';
import { location } from '../location/location.kind.js';
import { moveStock } from './move-stock.js';

export const moveContents = defineAction({
  id: 'spaces:move_contents',
  title: 'Move contents',
  description: 'Moves all stock directly in the location to another location. Stock in locations below it stays.',
  appliesTo: [location],
  input: Type.Object(
    { to: Field.ref('spaces:location', { title: 'To', description: 'Location that the stock is moved to.' }) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { items: Type.Integer({ description: 'Number of stock items that were moved.' }) },
    { additionalProperties: false },
  ),
  emits: [locationEmptied],
  agent: { words: ['everything in', 'empty', 'clear out', 'relocate', 'shelf'] },
  effects: { destructive: false, idempotent: true, readOnly: false },
  undoneBy: 'spaces:move_contents',
  ui: { done: 'Stock items moved: {result.items}', icon: 'forklift', order: 30 },
  example: { title: 'Move to another shelf', input: { to: '0192f0c1-2d3e-7000-8000-000000000002' } },
  async run(context, target, { to }) {
    return { items: await moveStock(context, target, { to, path: '/input/to' }) };
  },
});
