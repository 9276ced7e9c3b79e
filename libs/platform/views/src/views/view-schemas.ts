import { idParam, pageQuery } from '@cubit/core';
import { workspaceParam } from '@cubit/core/host';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { LAYOUTS, type Layout, type LayoutOptions } from '../tables/schema.js';

export const TAG = 'Views';
export const VIEWS_PATH = '/api/v1/orgs/{workspace}/views';

const MAX_POSITION = 1_000_000;
const MAX_FIELDS = 200;

export const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const instant = Type.String({ format: 'date-time' });

export const viewParams = strict({ workspace: workspaceParam, id: idParam('Id of the view.') });

const kind = Type.String({
  maxLength: 200,
  description: 'The record kind. It cannot be changed.',
  examples: ['inventory:part'],
});
const name = Type.String({ minLength: 1, maxLength: 200 });
const settings = {
  filter: nullable(
    Type.String({
      description: 'A filter, as for lists of records, at most 1,000 characters; null for all records.',
      examples: ['available < min_stock'],
    }),
  ),
  sort: nullable(
    Type.String({
      maxLength: 500,
      description: 'A sort, as for lists of records; null: by creation time.',
      examples: ['-created_at'],
    }),
  ),
  fields: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 63 }), {
      uniqueItems: true,
      minItems: 1,
      maxItems: MAX_FIELDS,
      description: 'The shown fields, in order; null for all.',
    }),
  ),
  group: nullable(
    Type.String({
      maxLength: 80,
      description:
        'What records are grouped by: a key of `aggregate`, such as an enum, a reference, a person or `created_at:week`. The columns of a board.',
      examples: ['status'],
    }),
  ),
  lanes: nullable(
    Type.String({
      maxLength: 80,
      description: 'A second key of groups, besides `group`: the swim lanes of a board.',
      examples: ['assignees'],
    }),
  ),
  layout: Type.Unsafe<Layout>({ type: 'string', enum: [...LAYOUTS], description: 'Default `table`.' }),
  layout_options: Type.Unsafe<LayoutOptions>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 63 },
    description:
      'Names of fields. A board has `group_by`, an enum, a reference or a person, if the view has no `group`; a calendar has `date` and may have `end`, dates or ' +
      'times, `created_at` and `updated_at` among them; a gallery may have `cover`, a file; a table has none.',
    examples: [{ group_by: 'status' }],
  }),
  shared: Type.Boolean({
    description: 'True: visible to all members; requires the role admin. False: visible to its owner only.',
  }),
  locked: Type.Boolean({ description: 'True: it cannot be changed or deleted until it is unlocked.' }),
  position: Type.Integer({
    minimum: 0,
    maximum: MAX_POSITION,
    description: 'Position among the views. Default: last.',
  }),
};
const partial = Type.Partial(Type.Object(settings)).properties;

export const newView = strict({ name, kind, ...partial });
export const viewPatch = strict({ name: Type.Optional(name), ...partial });
export type NewView = Static<typeof newView>;
export type ViewPatch = Static<typeof viewPatch>;

/** A view in the archive of a workspace. */
export const viewLine = strict({
  id: Type.String({ format: 'uuid' }),
  name,
  kind,
  ...settings,
  // An archive of an earlier version has none.
  group: Type.Optional(settings.group),
  lanes: Type.Optional(settings.lanes),
  created_by: nullable(Type.String()),
  created_at: instant,
  updated_at: instant,
});
export type ViewLine = Static<typeof viewLine>;

export const problemsSchema = Type.Array(
  strict({
    path: Type.String({ description: 'Pointer into the view.', examples: ['/sort'] }),
    code: Type.String(),
    message: Type.String(),
  }),
  {
    description: 'Parts of the view that no longer fit the kind, such as a deleted field. They are ignored.',
  },
);

export const viewSchema = strict({
  id: Type.String({ format: 'uuid' }),
  name,
  kind,
  ...settings,
  created_by: Type.String({ format: 'uuid' }),
  created_at: instant,
  updated_at: instant,
  problems: problemsSchema,
});

export const listQuery = strict({
  ...pageQuery,
  kind: Type.Optional(Type.String({ maxLength: 200, description: 'Only views of this kind.' })),
});

export const recordsQuery = strict({
  ...pageQuery,
  expand: Type.Optional(
    Type.String({ maxLength: 500, description: 'References to return as records, separated by commas.' }),
  ),
});
