import { defineAction, Field, validationFailed } from '@cubit/core';
import { drawLabels, LABEL_TEMPLATE_NAMES, LABEL_TEMPLATE_TITLES, MOST_USED_FIELDS } from '@cubit/labels';
import { Type } from 'typebox';
import { input } from '../stock/stock-input.js';
import { labelsOf, qrField, withQr } from './label-of.js';

const MAX_LABELS = 500;
export const printLabels = defineAction({
  id: 'inventory:print_labels',
  title: 'Print labels',
  description:
    'Creates one PDF with many labels. They are in the given order. On a sheet, `skip` leaves out the fields that are used already. The file is deleted after some days.',
  appliesTo: 'workspace',
  input: input({
    records: Type.Array(Field.anyRef({ title: 'Record', description: 'A part or a stock item.' }), {
      title: 'Records',
      description: 'Parts and stock items. Each gets one label.',
      minItems: 1,
      maxItems: MAX_LABELS,
    }),
    template: Type.Optional(
      Field.enum(LABEL_TEMPLATE_NAMES, {
        default: 'a4-24',
        title: 'Template',
        description: 'Size of a label in mm.',
        ui: { titles: LABEL_TEMPLATE_TITLES },
      }),
    ),
    skip: Type.Optional(
      Field.integer({
        minimum: 0,
        maximum: MOST_USED_FIELDS,
        default: 0,
        title: 'Used fields',
        description: 'They are left empty on the first sheet.',
      }),
    ),
    qr: qrField,
  }),
  output: Type.Object({ file: Field.file(), labels: Type.Integer() }, { additionalProperties: false }),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { done: 'Made labels', icon: 'printer', order: 100 },
  example: {
    title: 'A sheet of which three fields are used',
    input: { records: [{ kind: 'inventory:part', id: '0192f0c1-2d3e-7000-8000-000000000001' }], skip: 3 },
  },
  async run(context, _workspace, { records: wanted, template = 'a4-24', skip = 0, qr = 'code' }) {
    const labels = (await labelsOf(context, wanted)).map((label, index) => {
      if (label) return withQr(label, qr, context);
      const message = 'There is no part or stock item with this id.';
      throw validationFailed([{ path: `/input/records/${index}`, code: 'unknown_reference', message }]);
    });
    const content = await drawLabels(labels, { template, format: 'pdf', skip });
    const { id: file } = await context.files.create({ name: 'labels.pdf', mediaType: 'application/pdf', content });
    return { file, labels: labels.length };
  },
});
