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
    color_hex: Type.Optional(Type.String({ maxLength: 20 })),
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
  file: Type.Optional(Field.file({ description: 'What is printed. The rest is read from it where it is not given.' })),
  sha256: Type.Optional(computed(Field.text())),
  format: Type.Optional(Field.enum(FORMATS, { description: 'Default: by the name.' })),
  plates: Type.Optional(Field.json(Type.Array(plate, { maxItems: 100 }))),
  est_time_s: Type.Optional(Field.integer({ minimum: 0 })),
  est_g: Type.Optional(
    Field.json(Type.Array(perTool, { maxItems: 32 }), { description: 'Grams, for each tool that prints.' }),
  ),
  material: Type.Optional(Field.text({ maxLength: 100 })),
  nozzle_mm: Type.Optional(Field.decimal({ exclusiveMinimum: 0, maximum: 100 })),
  machine_models: Type.Optional(
    Field.json(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 }), {
      description: 'For which models it was made. Absent or empty: any.',
    }),
  ),
  slicer: Type.Optional(Field.text()),
  thumbnail: Type.Optional(Field.file()),
  revision: computed(Field.integer({ default: 1, description: 'Counts the files that it has held.' })),
});

export type PrintFileKind = KindDefinition<'digifab:file', typeof fileFields>;
export type PrintFile = RecordOf<PrintFileKind>;

/** The kind for the rules and actions that its definition stands on. */
export const fileRecord: PrintFileKind = foreignKind('digifab:file', fileFields);
