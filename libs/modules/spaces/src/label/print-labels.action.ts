import { defineAction, Field, validationFailed } from '@cubit/core';
import { drawLabels, LABEL_TEMPLATE_NAMES, LABEL_TEMPLATE_TITLES, MOST_USED_FIELDS } from '@cubit/labels';
import { Type } from 'typebox';
import { location } from '../location/location.kind.js';
import { labelOf, MAX_LABELS, qrField } from './location-label.js';

export const printLabels = defineAction({
  id: 'spaces:print_labels',
  title: 'Print labels',
  description: 'Creates one PDF with a label for each location, in this order. The file is deleted after some days.',
  appliesTo: 'workspace',
  input: Type.Object(
    {
      records: Type.Array(Field.anyRef({ title: 'Location', description: 'A location.' }), {
        title: 'Locations',
        description: 'Each gets one label.',
        minItems: 1,
        maxItems: MAX_LABELS,
      }),
      template: Type.Optional(
        Field.enum(LABEL_TEMPLATE_NAMES, {
          default: 'a4-24',
          title: 'Label',
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
          description: 'Left empty on the first sheet.',
        }),
      ),
      qr: qrField,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { file: Field.file(), labels: Type.Integer({ description: 'Number of labels.' }) },
    { additionalProperties: false },
  ),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { done: 'Labels made: {result.labels}', icon: 'printer', order: 100 },
  example: {
    title: 'A sheet of which three fields are used',
    input: { records: [{ kind: 'spaces:location', id: '0192f0c1-2d3e-7000-8000-000000000001' }], skip: 3 },
  },
  async run(context, _workspace, { records: wanted, template = 'a4-24', skip = 0, qr = 'code' }) {
    const ids = wanted.flatMap(({ kind, id }) => (kind === location.id ? [id] : []));
    const found = await context.records.find(location, { where: { id: { in: ids } }, limit: MAX_LABELS });
    const byId = new Map(found.map((each) => [each.id, each]));
    const labels = wanted.map(({ kind, id }, index) => {
      const each = kind === location.id ? byId.get(id) : undefined;
      if (each) return labelOf(each, { qr, publicUrl: context.publicUrl });
      const message = 'There is no location with this id.';
      throw validationFailed([{ path: `/input/records/${index}`, code: 'unknown_reference', message }]);
    });
    const content = await drawLabels(labels, { template, format: 'pdf', skip });
    const { id: file } = await context.files.create({ name: 'labels.pdf', mediaType: 'application/pdf', content });
    return { file, labels: labels.length };
  },
});
