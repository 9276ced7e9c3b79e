import { FIELD_TYPES, idParam, pageQuery, workspaceParam, type FieldType } from '@cubit/core';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

export const TAG = 'Field definitions';
export const FIELDS_PATH = '/api/v1/orgs/{workspace}/field-definitions';

const TITLE_LENGTH = 200;
const HELP_LENGTH = 2_000;
const UNIT_LENGTH = 50;
const OPTION_LENGTH = 200;
const MAX_OPTIONS = 500;
const MAX_POSITION = 1_000_000;

export const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const instant = Type.String({ format: 'date-time' });

export const fieldParams = strict({ workspace: workspaceParam, id: idParam('Id of the field definition.') });

const kind = Type.String({ maxLength: 200, description: 'The record kind.', examples: ['inventory:part'] });
const name = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,62}$',
  description: 'The member of `fields`, and the name in filters and sorts. It cannot be changed.',
  examples: ['supply_voltage'],
});
const type = Type.Unsafe<FieldType>({ type: 'string', enum: [...FIELD_TYPES] });

const settings = {
  title: Type.String({
    minLength: 1,
    maxLength: TITLE_LENGTH,
    description: 'What people see. Default: made from the name.',
  }),
  required: Type.Boolean({
    description: 'A new record must have it, and nobody can empty it. Records made before may lack it.',
  }),
  options: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: OPTION_LENGTH, pattern: '^\\S(.*\\S)?$' }), {
      minItems: 1,
      maxItems: MAX_OPTIONS,
      uniqueItems: true,
      description: 'The values of a `select` or `multi_select`, in their order; null for other types.',
    }),
  ),
  default: Type.Unknown({ description: 'What a new record gets that comes without a value; null for none.' }),
  target_kind: nullable(
    Type.String({ maxLength: 200, description: 'Kind of the records that a `record` field refers to.' }),
  ),
  on_delete: nullable(
    Type.Unsafe<'restrict' | 'clear'>({
      type: 'string',
      enum: ['restrict', 'clear'],
      description:
        'Of a `record` field: whether its target cannot be deleted, or the field is emptied. Default `clear`.',
    }),
  ),
  unit: nullable(Type.String({ maxLength: UNIT_LENGTH, description: 'For people.', examples: ['V'] })),
  help: nullable(Type.String({ maxLength: HELP_LENGTH, description: 'Said beside the field.' })),
  position: Type.Integer({
    minimum: 0,
    maximum: MAX_POSITION,
    description: 'Place among the fields of the kind. Default: the last.',
  }),
  indexed: Type.Boolean({ description: 'Filters and sorts by it have an index of their own.' }),
  unique: Type.Boolean({ description: 'No two records share a value. Implies an index.' }),
};

const partial = Type.Partial(Type.Object(settings)).properties;

export const newField = strict({ kind, name, type, ...partial });
export const fieldPatch = strict({ type: Type.Optional(type), ...partial });
export type NewField = Static<typeof newField>;
export type FieldPatch = Static<typeof fieldPatch>;

/** A definition as it stands in the archive of a workspace. */
export const definitionLine = strict({
  kind,
  name,
  type,
  ...settings,
  created_at: instant,
  updated_at: instant,
  created_by: nullable(Type.String()),
  deleted_at: nullable(instant),
});
export type FieldLine = Static<typeof definitionLine>;

const MAX_EXAMPLES = 10;

export const reportSchema = strict({
  records: Type.Integer({ minimum: 0, description: 'Records that hold a value, those in the trash included.' }),
  misfits: Type.Integer({ minimum: 0, description: 'Of them, those whose value does not fit.' }),
  duplicates: Type.Integer({
    minimum: 0,
    description: 'Values that several records share, where the field shall be unique.',
  }),
  missing: Type.Integer({
    minimum: 0,
    description: 'Records without a value, where the field shall be required. They stay as they are.',
  }),
  examples: Type.Array(strict({ id: Type.String({ format: 'uuid' }), title: Type.String(), message: Type.String() }), {
    maxItems: MAX_EXAMPLES,
    description: 'Some of the records that forbid it.',
  }),
});

export const fieldSchema = strict({
  id: Type.String({ format: 'uuid' }),
  kind,
  name,
  type,
  ...settings,
  index: Type.Union(
    [
      strict({
        ready: Type.Boolean({
          description: 'False while it is being built. A unique field is not yet kept unique then.',
        }),
        job: nullable(Type.String({ format: 'uuid', description: 'The job that builds it.' })),
      }),
      Type.Null(),
    ],
    { description: 'Of a field that is `indexed` or `unique`.' },
  ),
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
  report: Type.Optional(reportSchema),
});

export const listQuery = strict({
  ...pageQuery,
  kind: Type.Optional(Type.String({ maxLength: 200, description: 'Only those of this kind.' })),
  deleted: Type.Optional(
    Type.Boolean({ default: false, description: 'Those that were deleted and whose values are still kept, instead.' }),
  ),
});

export const dryRunQuery = strict({
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Changes nothing: the answer tells in `report` what would not fit.' }),
  ),
});
