import { idParam } from '@cubit/core';
import { workspaceParam } from '@cubit/core/host';
import type { DisplayContent } from '@cubit/database';
import { Type, type Static } from 'typebox';
import { strict } from '../views/view-schemas.js';

export const TAG = 'Displays';
export const DISPLAYS_PATH = '/api/v1/orgs/{workspace}/displays';

const MAX_CODE_LENGTH = 20;
const instant = Type.String({ format: 'date-time' });
const id = Type.String({ format: 'uuid' });
const title = Type.String({ minLength: 1, maxLength: 200, examples: ['Print room'] });

export const displayParams = strict({ workspace: workspaceParam, id: idParam('Id of the display.') });

export const shows = Type.Unsafe<DisplayContent>(
  Type.Union(
    [
      strict({ type: Type.Literal('machines') }),
      strict({ type: Type.Literal('view'), view: { ...id, description: 'A shared view.' } }),
    ],
    { description: 'The machines of the workspace with their jobs, or the records of a shared view.' },
  ),
);

export const newDisplay = strict({
  code: Type.String({
    minLength: 1,
    maxLength: MAX_CODE_LENGTH,
    description: 'The code that the screen shows. Letter case, spaces and hyphens do not matter.',
    examples: ['BCDFGH'],
  }),
  title,
  shows,
});

export const displayPatch = strict({ title: Type.Optional(title), shows: Type.Optional(shows) });
export type DisplayPatch = Static<typeof displayPatch>;

export const displaySchema = Type.Object(
  {
    id,
    title,
    shows,
    created_at: instant,
    expires_at: { ...instant, description: 'When the screen has to be paired again.' },
    last_seen_at: Type.Union([instant, Type.Null()], {
      description: 'When the screen last read, to the minute. Null: not yet.',
    }),
  },
  { title: 'Display' },
);

const shownRecord = Type.Object({
  id,
  kind: Type.String(),
  title: Type.String(),
  fields: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The fields that are shown. Of a record that a reference names, its title.',
  }),
});

const shownList = Type.Object({
  part: Type.Unsafe<'view' | 'machines' | 'now' | 'next'>({
    type: 'string',
    enum: ['view', 'machines', 'now', 'next'],
    description: '`machines`, and the jobs that machines do `now` and `next`; or the records of the `view`.',
  }),
  kind: Type.String({ examples: ['inventory:part'] }),
  title: Type.String(),
  fields: Type.Array(Type.String(), { description: 'In the order in which they are shown.' }),
  machine: Type.Union([Type.String(), Type.Null()], { description: 'The field of a job that names its machine.' }),
  records: Type.Array(shownRecord, { description: 'At most 200.' }),
  total: Type.Integer({ description: 'Number of records, also of those that are not among the 200.' }),
});
export type ShownList = Static<typeof shownList>;

export const shownDisplay = Type.Object(
  { id, title, shows, lists: Type.Array(shownList, { description: 'Empty if what it shows is gone.' }) },
  { title: 'ShownDisplay' },
);
