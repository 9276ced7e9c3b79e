import { compact, defineKind, type ErrorDetail, type RecordDraft, validationFailed } from '@cubit/core';
import { parameterKey } from '@cubit/units';
import { type ParameterKind, parameterFields } from './parameter.fields.js';
import { updateParameters } from './parameter-values.js';
import { parameterHints } from './parameter.hints.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?$/;
const LIMIT = 1e9;
const PLACES = 1e6;

export const parameter = defineKind({
  id: 'inventory:parameter',
  title: ['Parameter', 'Parameters'],
  description: 'A property of a part with its value and unit, for example a resistance of 10 ohms.',
  fields: parameterFields,
  titleOf: ({ name, value, unit }) => [`${name}:`, value, unit ?? ''].join(' ').trim(),
  index: ['part', 'name'],
  unique: [['part', 'name']],
  lockAfter: 'part',
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
    refuseUnnamed(drafts);
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
  async onWrite(context, changes) {
    await updateParameters(
      context,
      changes.map(({ after }) => after.fields.part),
    );
  },
});

/** A name of signs alone could not be filtered by. */
function refuseUnnamed(drafts: readonly RecordDraft<ParameterKind>[]): void {
  const faults = drafts.flatMap(({ operation, fields, path }): ErrorDetail[] =>
    operation === 'delete' || parameterKey(fields.name) !== ''
      ? []
      : [{ path: path('name'), code: 'format', message: 'A name has a letter or a digit.' }],
  );
  if (faults.length > 0) throw validationFailed(faults);
}
