import { computed, defineKind, Field } from '@cubit/core';
import { Type } from 'typebox';

const side = { minimum: 1, maximum: 10_000, ui: { widget: 'quantity', unit: 'mm' } } as const;

export const machine = defineKind({
  id: 'laser:machine',
  title: ['Machine', 'Machines'],
  description: 'A laser cutter.',
  fields: Type.Object({
    name: Field.text({ title: 'Name', description: 'What people call it.', minLength: 1, maxLength: 200 }),
    bed_width: Field.decimal({
      title: 'Width of the bed',
      description: 'The longest cut, from left to right.',
      ...side,
    }),
    bed_depth: Field.decimal({
      title: 'Depth of the bed',
      description: 'The longest cut, from front to back.',
      ...side,
    }),
    minutes: computed(
      Field.decimal({ title: 'Minutes', description: 'How long it has cut since its last service.', default: 0 }),
    ),
    serviced_at: Type.Optional(
      computed(Field.datetime({ title: 'Serviced', description: 'When it was last serviced.' })),
    ),
  }),
  titleField: 'name',
  unique: ['name'],
  example: { name: 'Big laser', bed_width: 600, bed_depth: 400 },
  ui: {
    icon: 'zap',
    summary: ['minutes', 'serviced_at'],
    facts: [{ field: 'minutes' }],
    picture: '/beds/{id}.svg',
    panels: [{ title: 'Cuts', kind: 'laser:cut', by: 'machine' }],
    form: [{ title: 'Bed', fields: ['bed_width', 'bed_depth'] }],
    empty: 'A machine is a laser cutter with its bed.',
  },
});
