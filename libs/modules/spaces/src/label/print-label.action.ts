import { defineAction, Field, validationFailed } from '@cubit/core';
import { drawLabels, LABEL_TEMPLATE_NAMES, LABEL_TEMPLATE_TITLES } from '@cubit/labels';
import { Type } from 'typebox';
import { labelPrinted } from '../events.js';
import { inOrderOfTree, readSubtree } from '../location/location-subtree.js';
import { location } from '../location/location.kind.js';
import { codeOfLocation, labelOf, MAX_LABELS, qrField } from './location-label.js';

export const printLabel = defineAction({
  id: 'spaces:print_label',
  title: 'Print label',
  description: `Creates a PDF with a QR code label and returns the file. With \`recursive\`, it also has labels for all locations below, at most ${MAX_LABELS} in total. \`GET /modules/inventory/scan?code=\` resolves a code. The file is deleted after some days.`,
  appliesTo: [location],
  input: Type.Object(
    {
      template: Type.Optional(
        Field.enum(LABEL_TEMPLATE_NAMES, {
          title: 'Label',
          default: '62x29',
          description: 'Size of a label in mm.',
          ui: { titles: LABEL_TEMPLATE_TITLES },
        }),
      ),
      recursive: Type.Optional(
        Field.boolean({
          title: 'With all below',
          default: false,
          description: 'Also print labels for all locations below.',
        }),
      ),
      qr: qrField,
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      file: Field.file(),
      code: Type.String({ description: 'The code on the label of the location itself.' }),
      labels: Type.Integer({ description: 'Number of labels.' }),
    },
    { additionalProperties: false },
  ),
  emits: [labelPrinted],
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { done: 'Labels made: {result.labels}', icon: 'qr-code', key: 'p', order: 40, bulk: 'spaces:print_labels' },
  example: { title: 'A rack and its shelves', input: { template: '62x29', recursive: true } },
  async run(context, target, { template = '62x29', recursive = false, qr = 'code' }) {
    const printed = recursive ? inOrderOfTree(await readSubtree(context, target)) : [target];
    if (printed.length > MAX_LABELS) throw validationFailed([tooMany(printed.length)]);
    const labels = printed.map((each) => labelOf(each, { qr, publicUrl: context.publicUrl }));
    const content = await drawLabels(labels, { template, format: 'pdf' });
    const code = codeOfLocation(target.id);
    const { id: file } = await context.files.create({ name: `${code}.pdf`, mediaType: 'application/pdf', content });
    context.emit(labelPrinted, { locationId: target.id, fileId: file, code, template, labels: printed.length });
    return { file, code, labels: printed.length };
  },
});

function tooMany(count: number) {
  const message = `${count} labels exceed the maximum of ${MAX_LABELS}. Print the locations below separately.`;
  return { path: '/input/recursive', code: 'too_many', message };
}
