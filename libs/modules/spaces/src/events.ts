import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';

const example = {
  locationId: '0192f0c1-2d3e-7000-8000-000000000001',
  name: 'Shelf 2',
  path: 'Hall / Rack A / Shelf 2',
} as const;
const locationId = Field.ref('spaces:location', { title: 'Location', description: 'The location concerned.' });
const named = {
  locationId,
  name: Type.String({ title: 'Name', description: 'Name of the location, without the locations above it.' }),
  path: Type.String({ title: 'Path', description: 'Names from the top to the location: `Hall / Rack A / Shelf 2`.' }),
};

export const locationCreated = defineEvent({
  name: 'spaces.location.created',
  title: 'Location created',
  description: 'A location was added: by a member, from a pattern, by an import or from a floor plan.',
  payload: Type.Object(named),
  example,
});

export const locationUpdated = defineEvent({
  name: 'spaces.location.updated',
  title: 'Location changed',
  description: 'Not emitted if only the path changed because of a location above.',
  payload: Type.Object({ ...named, changes: Field.changes() }),
  example: { ...example, changes: { name: { from: 'Shelf', to: 'Shelf 2' } } },
});

export const locationMoved = defineEvent({
  name: 'spaces.location.moved',
  title: 'Location moved',
  description:
    'The location moved to another parent, with everything below it. Emitted once, for the location that was moved.',
  payload: Type.Object({
    ...named,
    fromParentId: Type.Optional(
      Field.ref('spaces:location', {
        title: 'From parent',
        description: 'The previous parent. Absent if the location was at the top.',
      }),
    ),
    toParentId: Type.Optional(
      Field.ref('spaces:location', {
        title: 'To parent',
        description: 'The new parent. Absent if the location is now at the top.',
      }),
    ),
  }),
  example: {
    ...example,
    fromParentId: '0192f0c1-2d3e-7000-8000-000000000002',
    toParentId: '0192f0c1-2d3e-7000-8000-000000000003',
  },
});

export const locationDeleted = defineEvent({
  name: 'spaces.location.deleted',
  title: 'Location deleted',
  description: 'The location was moved to the trash, from which it can be restored.',
  payload: Type.Object(named),
  example,
});

export const locationRestored = defineEvent({
  name: 'spaces.location.restored',
  title: 'Location restored',
  description: 'The location was restored from the trash or from the archive.',
  payload: Type.Object(named),
  example,
});

export const locationArchived = defineEvent({
  name: 'spaces.location.archived',
  title: 'Location archived',
  description: 'The location was taken out of use.',
  payload: Type.Object(named),
  example,
});

export const locationEmptied = defineEvent({
  name: 'spaces.location.emptied',
  title: 'Location emptied',
  description: 'All stock in the location was moved to another location.',
  payload: Type.Object({
    ...named,
    toLocationId: Field.ref('spaces:location', {
      title: 'To location',
      description: 'The location that the stock was moved to.',
    }),
    items: Type.Integer({ title: 'Items', description: 'Number of stock items that were moved.' }),
  }),
  example: { ...example, toLocationId: '0192f0c1-2d3e-7000-8000-000000000003', items: 12 },
});

export const locationLocated = defineEvent({
  name: 'spaces.location.located',
  title: 'Location located',
  description: '`spaces:locate` found a part or a stock item in the location.',
  payload: Type.Object({
    ...named,
    partId: Type.Optional(
      Field.ref('inventory:part', {
        title: 'Part',
        description: 'The part that was located, or that of the stock item.',
      }),
    ),
    stockItemId: Type.Optional(
      Field.ref('inventory:stock_item', {
        title: 'Stock item',
        description: 'The stock item that was located. Absent if a part was.',
      }),
    ),
  }),
  example: { ...example, partId: '0192f0c1-2d3e-7000-8000-000000000006' },
});

const planExample = { planId: '0192f0c1-2d3e-7000-8000-000000000004', name: 'Workshop' } as const;
const planNamed = {
  planId: Field.ref('spaces:plan', { title: 'Floor plan', description: 'The floor plan concerned.' }),
  name: Type.String({
    title: 'Name',
    description: 'Name of the floor plan. Later versions of a plan have the same name.',
  }),
};

export const planImported = defineEvent({
  name: 'spaces.plan.imported',
  title: 'Floor plan imported',
  description: 'The locations were updated from the floor plan.',
  payload: Type.Object({
    ...planNamed,
    mode: Type.String({
      title: 'Mode',
      description: '`merge`: orphaned locations were kept. `replace`: those that are unused were removed.',
    }),
    created: Type.Integer({ title: 'Created', description: 'Number of locations that were created.' }),
    updated: Type.Integer({ title: 'Updated', description: 'Number of locations that were changed.' }),
    orphaned: Type.Integer({ title: 'Orphaned', description: 'Number of locations that the plan no longer has.' }),
    removed: Type.Integer({
      title: 'Removed',
      description: 'Number of orphaned locations that were moved to the trash; 0 unless `mode` is `replace`.',
    }),
  }),
  example: { ...planExample, mode: 'merge', created: 12, updated: 3, orphaned: 1, removed: 0 },
});

export const planSuperseded = defineEvent({
  name: 'spaces.plan.superseded',
  title: 'Floor plan superseded',
  description: 'Another plan of the same name was applied later.',
  payload: Type.Object({
    ...planNamed,
    byPlanId: Field.ref('spaces:plan', { title: 'By plan', description: 'The floor plan that was applied later.' }),
  }),
  example: { ...planExample, byPlanId: '0192f0c1-2d3e-7000-8000-000000000005' },
});

export const labelPrinted = defineEvent({
  name: 'spaces.label.printed',
  title: 'Location label printed',
  description: 'A PDF with labels was created. Emitted once, for the location that the action ran on.',
  payload: Type.Object({
    locationId,
    fileId: Type.String({
      format: 'uuid',
      title: 'File',
      description: 'Id of the PDF, which is deleted after some days.',
    }),
    code: Type.String({ title: 'Code', description: 'The code on the label of the location itself.' }),
    template: Type.String({ title: 'Label', description: 'Size of a label in mm, such as `62x29`.' }),
    labels: Type.Integer({ title: 'Labels', description: 'Number of labels in the PDF.' }),
  }),
  example: {
    locationId: example.locationId,
    fileId: '0192f0c1-2d3e-7000-8000-000000000009',
    code: 'L-01JBRC2B9Y000000000000001',
    template: '62x29',
    labels: 1,
  },
});

export const events = [
  locationCreated,
  locationUpdated,
  locationMoved,
  locationDeleted,
  locationRestored,
  locationArchived,
  locationEmptied,
  locationLocated,
  planImported,
  planSuperseded,
  labelPrinted,
] as const;
