import { CUSTOM_FIELD_NAMES, type CustomFieldName, workspaceParam } from '@cubit/core/host';
import { idParam, pageQuery } from '@cubit/core';
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
const type = Type.Unsafe<CustomFieldName>({ type: 'string', enum: [...CUSTOM_FIELD_NAMES] });

const settings = {
  title: Type.String({
    minLength: 1,
    maxLength: TITLE_LENGTH,
    description: 'Displayed name. Default: derived from the name.',
  }),
  required: Type.Boolean({
    description: 'New records must have a value, and it cannot be removed. Older records may lack it.',
  }),
  options: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: OPTION_LENGTH, pattern: '^\\S(.*\\S)?$' }), {
      minItems: 1,
      maxItems: MAX_OPTIONS,
      uniqueItems: true,
      description: 'The options of a `select` or `multi_select`, in order; null for other types.',
    }),
  ),
  default: Type.Unknown({ description: 'Value of a new record without one; null for none.' }),
  target_kind: nullable(
    Type.String({ maxLength: 200, description: 'Kind of the records that a `record` field refers to.' }),
  ),
  on_delete: nullable(
    Type.Unsafe<'restrict' | 'clear'>({
      type: 'string',
      enum: ['restrict', 'clear'],
      description:
        'Of a `record` field, when the target is deleted: refuse the deletion, or clear the field. Default `clear`.',
    }),
  ),
  unit: nullable(Type.String({ maxLength: UNIT_LENGTH, description: 'For people.', examples: ['V'] })),
  help: nullable(Type.String({ maxLength: HELP_LENGTH, description: 'Help text shown next to the field.' })),
  position: Type.Integer({
    minimum: 0,
    maximum: MAX_POSITION,
    description: 'Position among the fields of the kind. Default: last.',
  }),
  indexed: Type.Boolean({ description: 'Creates an index for filters and sorts by this field.' }),
  unique: Type.Boolean({ description: 'No two records share a value. Implies an index.' }),
};

const partial = Type.Partial(Type.Object(settings)).properties;

export const newField = strict({ kind, name, type, ...partial });
export const fieldPatch = strict({ type: Type.Optional(type), ...partial });
export type NewField = Static<typeof newField>;
export type FieldPatch = Static<typeof fieldPatch>;

/** A definition in the archive of a workspace. */
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
  records: Type.Integer({ minimum: 0, description: 'Number of records with a value, including the trash.' }),
  misfits: Type.Integer({ minimum: 0, description: 'Number of those records whose value does not fit.' }),
  duplicates: Type.Integer({
    minimum: 0,
    description: 'Number of values shared by several records, if the field is to be unique.',
  }),
  missing: Type.Integer({
    minimum: 0,
    description: 'Number of records without a value, if the field is to be required. They are not changed.',
  }),
  examples: Type.Array(strict({ id: Type.String({ format: 'uuid' }), title: Type.String(), message: Type.String() }), {
    maxItems: MAX_EXAMPLES,
    description: 'Some of the records that prevent the change.',
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
          description: 'False while the index is being built. Uniqueness is enforced only once it is true.',
        }),
        job: nullable(Type.String({ format: 'uuid', description: 'The job that builds it.' })),
      }),
      Type.Null(),
    ],
    { description: 'The index of an `indexed` or `unique` field; otherwise null.' },
  ),
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
  report: Type.Optional(reportSchema),
});

export const listQuery = strict({
  ...pageQuery,
  kind: Type.Optional(Type.String({ maxLength: 200, description: 'Only definitions of this kind.' })),
  deleted: Type.Optional(
    Type.Boolean({ default: false, description: 'True: lists deleted definitions whose values still exist, instead.' }),
  ),
});

export const dryRunQuery = strict({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True: changes nothing; `report` in the answer lists what would not fit.',
    }),
  ),
});
