import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';

const example = {
  locationId: '0192f0c1-2d3e-7000-8000-000000000001',
  name: 'Shelf 2',
  path: 'Hall / Rack A / Shelf 2',
} as const;
const locationId = Field.ref('spaces:location');
const named = { locationId, name: Type.String(), path: Type.String() };
const changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }));

export const locationCreated = defineEvent({
  name: 'spaces.location.created',
  title: 'Location created',
  payload: Type.Object(named),
  example,
});

export const locationUpdated = defineEvent({
  name: 'spaces.location.updated',
  title: 'Location changed',
  description: 'Not emitted if only the path changed because of a location above.',
  payload: Type.Object({ ...named, changes }),
  example: { ...example, changes: { name: { from: 'Shelf', to: 'Shelf 2' } } },
});

export const locationMoved = defineEvent({
  name: 'spaces.location.moved',
  title: 'Location moved',
  description:
    'The location moved to another parent, with everything below it. Emitted once, for the location that was moved.',
  payload: Type.Object({
    ...named,
    fromParentId: Type.Optional(Field.ref('spaces:location')),
    toParentId: Type.Optional(Field.ref('spaces:location')),
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
  payload: Type.Object({ ...named, toLocationId: Field.ref('spaces:location'), items: Type.Integer() }),
  example: { ...example, toLocationId: '0192f0c1-2d3e-7000-8000-000000000003', items: 12 },
});

export const locationLocated = defineEvent({
  name: 'spaces.location.located',
  title: 'Location located',
  description: '`spaces:locate` found a part or a stock item in the location.',
  payload: Type.Object({
    ...named,
    partId: Type.Optional(Field.ref('inventory:part')),
    stockItemId: Type.Optional(Field.ref('inventory:stock_item')),
  }),
  example: { ...example, partId: '0192f0c1-2d3e-7000-8000-000000000006' },
});

const planExample = { planId: '0192f0c1-2d3e-7000-8000-000000000004', name: 'Workshop' } as const;
const planNamed = { planId: Field.ref('spaces:plan'), name: Type.String() };

export const planImported = defineEvent({
  name: 'spaces.plan.imported',
  title: 'Floor plan imported',
  description: 'The locations were updated from the floor plan.',
  payload: Type.Object({
    ...planNamed,
    mode: Type.String(),
    created: Type.Integer(),
    updated: Type.Integer(),
    orphaned: Type.Integer(),
    removed: Type.Integer(),
  }),
  example: { ...planExample, mode: 'merge', created: 12, updated: 3, orphaned: 1, removed: 0 },
});

export const planSuperseded = defineEvent({
  name: 'spaces.plan.superseded',
  title: 'Floor plan superseded',
  description: 'Another plan of the same name was applied later.',
  payload: Type.Object({ ...planNamed, byPlanId: Field.ref('spaces:plan') }),
  example: { ...planExample, byPlanId: '0192f0c1-2d3e-7000-8000-000000000005' },
});

export const labelPrinted = defineEvent({
  name: 'spaces.label.printed',
  title: 'Location label printed',
  payload: Type.Object({
    locationId,
    fileId: Type.String({ format: 'uuid' }),
    code: Type.String(),
    template: Type.String(),
    labels: Type.Integer(),
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
