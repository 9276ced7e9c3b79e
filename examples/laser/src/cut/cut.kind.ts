import { computed, defineKind, Field } from '@cubit/core';
import { Type } from 'typebox';

const MM2_PER_CM2 = 100;
const side = { minimum: 1, maximum: 10_000, ui: { widget: 'quantity', unit: 'mm' } } as const;

export const cut = defineKind({
  id: 'laser:cut',
  title: ['Cut', 'Cuts'],
  description: 'A sheet that is to be cut.',
  fields: Type.Object({
    name: Field.text({ title: 'Name', description: 'What is cut.', minLength: 1, maxLength: 200 }),
    machine: Field.ref('laser:machine', { title: 'Machine', description: 'The laser cutter that cuts it.' }),
    width: Field.decimal({ title: 'Width', description: 'From left to right.', ...side }),
    depth: Field.decimal({ title: 'Depth', description: 'From front to back.', ...side }),
    area: computed(
      Field.decimal({
        title: 'Area',
        description: 'Width times depth.',
        default: 0,
        ui: { widget: 'quantity', unit: 'cm²' },
      }),
    ),
    status: Field.enum(['open', 'done', 'dropped'], {
      title: 'Status',
      description: 'What became of it.',
      default: 'open',
    }),
    reason: Type.Optional(computed(Field.text({ title: 'Reason', description: 'Why it was dropped.' }))),
  }),
  titleField: 'name',
  index: ['machine', 'status'],
  lifecycle: {
    field: 'status',
    initial: 'open',
    states: {
      open: { to: { done: ['laser:finish'], dropped: ['laser:drop'] } },
      done: { to: {} },
      dropped: { to: {} },
    },
  },
  beforeWrite(_context, drafts) {
    for (const draft of drafts) {
      const { width, depth } = draft.fields;
      draft.fields = { ...draft.fields, area: Math.round(width * depth) / MM2_PER_CM2 };
    }
  },
  example: { name: 'Front panel', machine: '018f4e3a-0000-7000-8000-000000000001', width: 300, depth: 200 },
  ui: {
    icon: 'scissors',
    summary: ['status', 'machine', 'area'],
    views: [{ name: 'Open', filter: 'status == "open"', sort: 'created_at' }],
    empty: 'A cut is a sheet that a machine is to cut.',
  },
});
