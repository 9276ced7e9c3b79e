import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { countStarted } from './count-events.js';
import { countScope } from './count.fields.js';
import { count } from './count.kind.js';

export const startCount = defineAction({
  id: 'inventory:start_count',
  title: 'Start a count',
  description:
    'Lists the stock items in the scope, to be counted: in these places and below them, of parts in these categories and below them, of these parts. Without a scope, all stock.',
  appliesTo: 'workspace',
  input: input({
    name: Type.Optional(Field.text({ minLength: 1, description: 'Default: `Count` and the day.' })),
    scope: Type.Optional(Field.json(countScope)),
    blind: Type.Optional(Field.boolean({ default: false, description: 'Who counts does not see what is expected.' })),
    assignee: Type.Optional(Field.user()),
  }),
  output: Type.Object(
    { count: Field.ref('inventory:count'), lines: Type.Integer({ description: 'Stock items to be counted.' }) },
    { additionalProperties: false },
  ),
  emits: [countStarted],
  effects: STOCK_EFFECTS,
  example: {
    title: 'Rack A, not knowing what should be there',
    input: { name: 'Rack A', scope: { locations: ['0192f0c1-2d3e-7000-8000-000000000004'] }, blind: true },
  },
  async run({ records, now }, _workspace, { name = `Count ${now.toISOString().slice(0, 10)}`, scope = {}, ...given }) {
    const path = (field: string) => `/input/${field}`;
    const made = await records.create(count, compact({ name, scope, ...given }), { path });
    return { count: made.id, lines: made.fields.lines.length };
  },
});
