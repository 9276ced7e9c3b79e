import { defineAction, Field, notFound } from '@cubit/core';
import { drawLabels, LABEL_FORMATS, LABEL_TEMPLATE_NAMES, LABEL_TEMPLATE_TITLES } from '@cubit/labels';
import { Type } from 'typebox';
import { labelPrinted } from '../events.js';
import { part } from '../part/part.kind.js';
import { input } from '../stock/stock-input.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { labelsOf, qrField, withQr } from './label-of.js';

const MAX_COPIES = 500;
const MEDIA_TYPES = { pdf: 'application/pdf', png: 'image/png', zpl: 'application/zpl' } as const;

export const printLabel = defineAction({
  id: 'inventory:print_label',
  title: 'Print label',
  description:
    'Creates a label with a QR code and returns the file. A PDF or ZPL with the given number of copies, or a PNG of one label. `GET /orgs/{workspace}/scan?code=` finds the record of a code. The file is deleted after some days.',
  appliesTo: [part, stockItem],
  input: input({
    template: Type.Optional(
      Field.enum(LABEL_TEMPLATE_NAMES, {
        title: 'Label',
        default: '62x29',
        description: 'Size of a label in mm.',
        ui: { titles: LABEL_TEMPLATE_TITLES },
      }),
    ),
    format: Type.Optional(
      Field.enum(LABEL_FORMATS, {
        title: 'Format',
        default: 'pdf',
        ui: { titles: { pdf: 'PDF', png: 'PNG', zpl: 'ZPL' } },
        description:
          'A PNG is one label at 300 dpi, for label printers that print images; ZPL is for Zebra and compatible printers.',
      }),
    ),
    copies: Type.Optional(
      Field.integer({
        title: 'Copies',
        minimum: 1,
        maximum: MAX_COPIES,
        default: 1,
        description: 'Number of labels in a PDF or ZPL file.',
      }),
    ),
    qr: qrField,
  }),
  output: Type.Object(
    { file: Field.file(), code: Type.String({ description: 'The text of the QR code.' }) },
    { additionalProperties: false },
  ),
  emits: [labelPrinted],
  agent: { words: ['sticker', 'tag', 'barcode', 'QR code'] },
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { done: 'Made a label for {title}', icon: 'qr-code', key: 'p', order: 100, bulk: 'inventory:print_labels' },
  example: { title: 'Print three labels', input: { template: '62x29', copies: 3 } },
  async run(context, record, { template = '62x29', format = 'pdf', copies = 1, qr = 'code' }) {
    const { records, files, emit } = context;
    const isPart = record.kind === part.id;
    const owner = isPart ? record : await records.get(part, record.fields.part);
    const [label] = await labelsOf(context, [record]);
    if (!label) throw notFound('Label');
    const content = await drawLabels([withQr(label, qr, context)], { template, format, copies });
    const { code } = label;
    const { id: file } = await files.create({ name: `${code}.${format}`, mediaType: MEDIA_TYPES[format], content });
    const named = isPart ? {} : { stockItemId: record.id };
    emit(labelPrinted, { partId: owner.id, ...named, fileId: file, code, template, copies });
    return { file, code };
  },
});
