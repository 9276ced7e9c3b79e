import { defineAction, Field, validationFailed } from '@cubit/core';
import {
  codeAddress,
  drawLabels,
  LABEL_TEMPLATE_NAMES,
  LABEL_TEMPLATE_TITLES,
  type Label,
  printedCode,
} from '@cubit/labels';
import { Type } from 'typebox';
import { labelPrinted } from '../events.js';
import { inOrderOfTree, readSubtree } from '../location/location-subtree.js';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from '../plan/match-locations.js';

/** Prefix of codes on location labels. Readers of codes rely on it. */
const LOCATION_LETTER = 'L';

/** Maximum number of labels per call. Each is a page of the PDF. */
const MAX_LABELS = 500;

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
      qr: Type.Optional(
        Field.enum(['code', 'link'], {
          default: 'code',
          title: 'QR code',
          description:
            'What the QR codes hold: `code` alone, or `link`, an address that the camera of a phone opens. Scanning reads both.',
        }),
      ),
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
  ui: { done: 'Labels made: {result.labels}', icon: 'qr-code', key: 'p', order: 40, bulk: true },
  example: { title: 'A rack and its shelves', input: { template: '62x29', recursive: true } },
  async run(context, target, { template = '62x29', recursive = false, qr = 'code' }) {
    const printed = recursive ? inOrderOfTree(await readSubtree(context, target)) : [target];
    if (printed.length > MAX_LABELS) throw validationFailed([tooMany(printed.length)]);
    const labels = printed
      .map(labelOf)
      .map((label) => (qr === 'link' ? { ...label, qr: codeAddress(context.publicUrl, label.code) } : label));
    const content = await drawLabels(labels, { template, format: 'pdf' });
    const code = codeOfLocation(target.id);
    const { id: file } = await context.files.create({ name: `${code}.pdf`, mediaType: 'application/pdf', content });
    context.emit(labelPrinted, { locationId: target.id, fileId: file, code, template, labels: printed.length });
    return { file, code, labels: printed.length };
  },
});

/** Label content: name, code and path of the location. */
function labelOf({ id, fields: { name, code, path } }: LocationRecord): Label {
  return { code: codeOfLocation(id), title: name, lines: [code ?? '', path === name ? '' : path].filter(Boolean) };
}

function tooMany(count: number) {
  const message = `${count} labels exceed the maximum of ${MAX_LABELS}. Print the locations below separately.`;
  return { path: '/input/recursive', code: 'too_many', message };
}

function codeOfLocation(id: string): string {
  return printedCode(LOCATION_LETTER, id);
}
