import { computed, Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const FORMATS = ['gcode', 'bgcode', '3mf', 'stl', 'step', 'dxf', 'svg', 'nc', 'other'] as const;
export type FileFormat = (typeof FORMATS)[number];

const perTool = Type.Object(
  {
    tool: Type.Integer({ minimum: 0, maximum: 999 }),
    g: Type.Number({ minimum: 0, maximum: 1e6 }),
    mm: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
    material: Type.Optional(Type.String({ maxLength: 100 })),
    color_hex: Type.Optional(Field.color()),
    color_alpha: Type.Optional(Field.colorAlpha()),
  },
  { additionalProperties: false },
);
const plate = Type.Object(
  {
    index: Type.Integer({ minimum: 1 }),
    est_time_s: Type.Optional(Type.Integer({ minimum: 0 })),
    est_g: Type.Optional(Type.Number({ minimum: 0 })),
  },
  { additionalProperties: false },
);

export const fileFields = Type.Object({
  name: Field.text({ minLength: 1 }),
  file: Type.Optional(Field.file({ description: 'The file to print. Fields that are not given are read from it.' })),
  sha256: Type.Optional(computed(Field.text())),
  format: Type.Optional(Field.enum(FORMATS, { description: 'Default: derived from the file name.' })),
  plates: Type.Optional(Field.json(Type.Array(plate, { maxItems: 100 }))),
  est_time_s: Type.Optional(Field.integer({ minimum: 0 })),
  est_g: Type.Optional(
    Field.json(Type.Array(perTool, { maxItems: 32 }), { description: 'Estimated grams for each tool used.' }),
  ),
  material: Type.Optional(Field.text({ maxLength: 100 })),
  nozzle_mm: Type.Optional(Field.decimal({ exclusiveMinimum: 0, maximum: 100 })),
  machine_models: Type.Optional(
    Field.json(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 }), {
      description: 'Machine models the file was sliced for. Absent or empty: any model.',
    }),
  ),
  slicer: Type.Optional(Field.text()),
  thumbnail: Type.Optional(Field.file()),
  revision: computed(Field.integer({ default: 1, description: 'Incremented each time `file` is replaced.' })),
});

export type PrintFileKind = KindDefinition<'digifab:file', typeof fileFields>;
export type PrintFile = RecordOf<PrintFileKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const fileRecord: PrintFileKind = foreignKind('digifab:file', fileFields);
