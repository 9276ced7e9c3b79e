import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { countStarted } from './count-events.js';
import { countFields, countScope } from './count.fields.js';
import { count } from './count.kind.js';

export const startCount = defineAction({
  id: 'inventory:start_count',
  title: 'Start a count',
  description:
    'Starts a count of the stock items in the scope. At these locations and below, of parts in these categories and below, and of these parts. Default: all stock.',
  appliesTo: 'workspace',
  input: input({
    name: Type.Optional(Field.text({ title: 'Name', minLength: 1, description: 'Default: `Count` and the date.' })),
    scope: Type.Optional(Field.described(countFields.properties.scope, Field.json(countScope))),
    blind: Type.Optional(Field.described(countFields.properties.blind, Field.boolean({ default: false }))),
    assignee: Type.Optional(Field.described(countFields.properties.assignee, Field.user())),
  }),
  output: Type.Object(
    { count: Field.ref('inventory:count'), lines: Type.Integer({ description: 'Number of stock items to count.' }) },
    { additionalProperties: false },
  ),
  emits: [countStarted],
  agent: { words: ['stocktake', 'stocktaking', 'inventory check', 'audit', 'begin'] },
  effects: STOCK_EFFECTS,
  ui: {
    done: 'Started a count, stock items to count: {result.lines}',
    icon: 'clipboard-list',
    tone: 'primary',
    order: 10,
  },
  example: {
    title: 'Blind count of rack A',
    input: { name: 'Rack A', scope: { locations: ['0192f0c1-2d3e-7000-8000-000000000004'] }, blind: true },
  },
  async run({ records, now }, _workspace, { name = `Count ${now.toISOString().slice(0, 10)}`, scope = {}, ...given }) {
    const path = (field: string) => `/input/${field}`;
    const made = await records.create(count, compact({ name, scope, ...given }), { path });
    return { count: made.id, lines: made.fields.lines.length };
  },
});
