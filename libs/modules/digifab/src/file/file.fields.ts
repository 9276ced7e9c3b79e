import { computed, Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const FORMATS = ['gcode', 'bgcode', '3mf', 'stl', 'step', 'dxf', 'svg', 'nc', 'other'] as const;
export type FileFormat = (typeof FORMATS)[number];

const perTool = Type.Object(
  {
    tool: Type.Integer({ title: 'Tool', minimum: 0, maximum: 999 }),
    g: Type.Number({ title: 'Weight', minimum: 0, maximum: 1e6 }),
    mm: Type.Optional(Type.Number({ title: 'Length', minimum: 0, maximum: 1e9 })),
    material: Type.Optional(Type.String({ title: 'Material', maxLength: 100 })),
    color_hex: Type.Optional(Field.color({ title: 'Colour', ui: { widget: 'swatch' } })),
    color_alpha: Type.Optional(Field.colorAlpha()),
  },
  { additionalProperties: false },
);
const plate = Type.Object(
  {
    index: Type.Integer({ title: 'Plate', minimum: 1 }),
    est_time_s: Type.Optional(
      Type.Integer({ title: 'Estimated time', 'x-ui': { widget: 'duration', unit: 's' }, minimum: 0 }),
    ),
    est_g: Type.Optional(Type.Number({ title: 'Estimated weight', minimum: 0 })),
  },
  { additionalProperties: false },
);

export const fileFields = Type.Object({
  name: Field.text({
    title: 'Name',
    minLength: 1,
    description: 'Name with its ending, for example `bracket_v3.gcode`. Hosts of machines find the file by it.',
  }),
  file: Type.Optional(
    Field.file({ title: 'File', description: 'The file to print. Fields that are not given are read from it.' }),
  ),
  sha256: Type.Optional(
    computed(
      Field.text({
        title: 'Checksum',
        ui: { hidden: true },
        description: 'SHA-256 of the content in hexadecimal. Absent without a file, or if it is larger than 64 MiB.',
      }),
    ),
  ),
  format: Type.Optional(
    Field.enum(FORMATS, {
      title: 'Format',
      ui: {
        titles: {
          gcode: 'G-code',
          bgcode: 'Binary G-code',
          '3mf': '3MF',
          stl: 'STL',
          step: 'STEP',
          dxf: 'DXF',
          svg: 'SVG',
          nc: 'NC',
        },
      },
      description: 'Default: derived from the file name.',
    }),
  ),
  plates: Type.Optional(
    Field.json(Type.Array(plate, { maxItems: 100 }), {
      title: 'Plates',
      description:
        'Plates of a 3MF file with their estimates. Time and materials of the file are those of the first one.',
    }),
  ),
  est_time_s: Type.Optional(
    Field.integer({
      title: 'Estimated time',
      ui: { widget: 'duration', unit: 's' },
      minimum: 0,
      description: 'Duration in seconds, as the slicer estimated it.',
    }),
  ),
  est_g: Type.Optional(
    Field.json(Type.Array(perTool, { maxItems: 32 }), {
      title: 'Estimated weight',
      description: 'Estimated grams for each tool used.',
    }),
  ),
  material: Type.Optional(
    Field.text({
      title: 'Material',
      maxLength: 100,
      description: 'Material that the file was sliced for, for example `PLA`.',
    }),
  ),
  nozzle_mm: Type.Optional(
    Field.decimal({
      title: 'Nozzle',
      ui: { widget: 'quantity', unit: 'mm' },
      exclusiveMinimum: 0,
      maximum: 100,
      description:
        'Diameter in mm that the file was sliced for. Machines with another nozzle do not get it. Absent: every machine may.',
    }),
  ),
  machine_models: Type.Optional(
    Field.json(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 }), {
      title: 'Machine models',
      description: 'Machine models the file was sliced for. Absent or empty: any model.',
    }),
  ),
  slicer: Type.Optional(Field.text({ title: 'Slicer', description: 'Name of the program that wrote the file.' })),
  thumbnail: Type.Optional(
    Field.file({ title: 'Preview', ui: { widget: 'image' }, description: 'Image of what the file makes.' }),
  ),
  revision: computed(
    Field.integer({ title: 'Revision', default: 1, description: 'Incremented each time `file` is replaced.' }),
  ),
});

export type PrintFileKind = KindDefinition<'digifab:file', typeof fileFields>;
export type PrintFile = RecordOf<PrintFileKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const fileRecord: PrintFileKind = foreignKind('digifab:file', fileFields);
