import { compact, computed, defineKind, Field, fixed } from '@cubit/core';
import { Type } from 'typebox';
import { parameterHints } from './parameter.hints.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?$/;
const LIMIT = 1e9;
const PLACES = 1e6;

export const parameter = defineKind({
  id: 'inventory:parameter',
  title: ['Parameter', 'Parameters'],
  description: 'A property of a part with its value and unit, for example a resistance of 10 ohms.',
  fields: Type.Object({
    part: fixed(Field.ref('inventory:part', { title: 'Part' })),
    name: Field.text({
      title: 'Name',
      minLength: 1,
      maxLength: 100,
      description: 'Unique per part, for example `Resistance`.',
    }),
    value: Field.text({ title: 'Value', minLength: 1, description: 'For example `10` or `Stainless steel`.' }),
    unit: Type.Optional(
      Field.text({ title: 'Unit', minLength: 1, maxLength: 20, description: 'For example `ohms` or `mm`.' }),
    ),
    number: Type.Optional(
      computed(Field.decimal({ title: 'Number', ui: { hidden: true }, description: 'The value, if it is a number.' })),
    ),
  }),
  titleOf: ({ name, value, unit }) => [`${name}:`, value, unit ?? ''].join(' ').trim(),
  index: ['part', 'name'],
  unique: [['part', 'name']],
  importing: {
    columns: {
      part: ['part name'],
      name: ['parameter', 'parameter name', 'property', 'attribute', 'template'],
      value: ['data', 'parameter value'],
      unit: ['units', 'uom'],
    },
    match: ['part', 'name'],
  },
  ui: parameterHints,
  example: { part: '0192f0c1-2d3e-7000-8000-000000000001', name: 'Resistance', value: '10', unit: 'ohms' },
  beforeWrite(_context, drafts) {
    for (const draft of drafts) {
      const { value } = draft.fields;
      const number =
        NUMBER.test(value) && Math.abs(Number(value)) <= LIMIT
          ? Math.round(Number(value) * PLACES) / PLACES
          : undefined;
      // Compared by value, a smaller number than the places of a decimal would be zero.
      const isExact = number !== undefined && (number !== 0 || Number(value) === 0);
      draft.fields = compact({ ...draft.fields, number: isExact ? number : undefined }) as typeof draft.fields;
    }
  },
});
