import { defineAction, Field, validationFailed } from '@cubit/core';
import { drawLabels, LABEL_TEMPLATE_NAMES, LABEL_TEMPLATES_TEXT, type Label } from '@cubit/labels';
import { Type } from 'typebox';
import { labelPrinted } from '../events.js';
import { inOrderOfTree, readSubtree } from '../location/location-subtree.js';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from '../plan/match-locations.js';
import { codeOfLocation } from './location-code.js';

/** As many as a person cuts and sticks in a day, and a page of PDF each. */
const MAX_LABELS = 500;

export const printLabel = defineAction({
  id: 'spaces:print_label',
  title: 'Print label',
  description: `Draws a label with a QR code, as a PDF, and answers the file; \`recursive\` draws one for all that lies in the location too, ${MAX_LABELS} at most. \`GET /modules/inventory/scan?code=\` tells what a code names. The file is kept for some days.`,
  appliesTo: [location],
  input: Type.Object(
    {
      template: Type.Optional(
        Field.enum(LABEL_TEMPLATE_NAMES, { default: '62x29', description: LABEL_TEMPLATES_TEXT }),
      ),
      recursive: Type.Optional(Field.boolean({ default: false, description: 'With a label for all that lies in it.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      file: Field.file(),
      code: Type.String({ description: 'What a scanner reads; of the location itself.' }),
      labels: Type.Integer({ description: 'How many were drawn.' }),
    },
    { additionalProperties: false },
  ),
  emits: [labelPrinted],
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'A rack and its shelves', input: { template: '62x29', recursive: true } },
  async run(context, target, { template = '62x29', recursive = false }) {
    const printed = recursive ? inOrderOfTree(await readSubtree(context, target)) : [target];
    if (printed.length > MAX_LABELS) throw validationFailed([tooMany(printed.length)]);
    const content = await drawLabels(printed.map(labelOf), { template, format: 'pdf' });
    const code = codeOfLocation(target.id);
    const { id: file } = await context.files.create({ name: `${code}.pdf`, mediaType: 'application/pdf', content });
    context.emit(labelPrinted, { locationId: target.id, fileId: file, code, template, labels: printed.length });
    return { file, code, labels: printed.length };
  },
});

/** A location: its name, the code that people gave it, where it lies. */
function labelOf({ id, fields: { name, code, path } }: LocationRecord): Label {
  return { code: codeOfLocation(id), title: name, lines: [code ?? '', path === name ? '' : path].filter(Boolean) };
}

function tooMany(count: number) {
  const message = `would draw ${count} labels, and may draw ${MAX_LABELS} at once: print what lies in it part by part.`;
  return { path: '/input/recursive', code: 'too_many', message };
}
