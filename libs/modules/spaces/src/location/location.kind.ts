import { computed, defineKind, Field, refuseCycles } from '@cubit/core';
import { Type } from 'typebox';
import { locationCreated, locationDeleted, locationMoved, locationRestored, locationUpdated } from '../events.js';
import { OPENING_KINDS, type Wall } from '../floorplan/floorplan.js';
import { followPaths, locationNode, setPaths } from './location-path.js';
import { deriveTallies, followMoves, refuseClosing, tallyFields } from './location-tallies.js';

export const LOCATION_TYPES = ['site', 'level', 'room', 'zone', 'container', 'shelf', 'bin'] as const;

const millimetres = (options = {}) => Type.Number(options);
export const geometry = Type.Object(
  {
    x_mm: Type.Optional(millimetres()),
    y_mm: Type.Optional(millimetres()),
    w_mm: Type.Optional(millimetres({ exclusiveMinimum: 0 })),
    d_mm: Type.Optional(millimetres({ exclusiveMinimum: 0 })),
    h_mm: Type.Optional(millimetres({ exclusiveMinimum: 0 })),
    from_bottom_mm: Type.Optional(millimetres({ minimum: 0 })),
    wall_mounted: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const wall = Type.Object(
  {
    x1: millimetres(),
    y1: millimetres(),
    x2: millimetres(),
    y2: millimetres(),
    openings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            at_mm: millimetres({ minimum: 0 }),
            w_mm: millimetres({ exclusiveMinimum: 0 }),
            kind: Type.Optional(
              Type.Unsafe<(typeof OPENING_KINDS)[number]>({ type: 'string', enum: [...OPENING_KINDS] }),
            ),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);

export const location = defineKind({
  id: 'spaces:location',
  title: ['Location', 'Locations'],
  description: 'A place that things lie in, from a site down to a bin.',
  fields: Type.Object({
    name: Field.text({ minLength: 1, maxLength: 200 }),
    type: Type.Optional(Field.enum(LOCATION_TYPES)),
    parent: Type.Optional(Field.ref('spaces:location', { description: 'The location that it lies in.' })),
    code: Type.Optional(Field.text({ minLength: 1, description: 'Unique; printed on its label.' })),
    path: computed(
      Field.longtext({ default: '', description: 'Its name after those above it: `Hall / Rack A / Shelf 2`.' }),
    ),
    rank: Type.Optional(Field.integer({ description: 'Its place among its neighbours.' })),
    geometry: Type.Optional(Field.json(geometry, { description: 'Its place on the plan, in millimetres.' })),
    walls: Type.Optional(
      Field.json(Type.Unsafe<readonly Wall[]>(Type.Array(wall)), {
        description: 'Of a room: its walls, in its own coordinates.',
      }),
    ),
    plan: Type.Optional(
      computed(Field.ref('spaces:plan', { onDelete: 'clear', description: 'The floor plan that it is drawn on.' })),
    ),
    plan_pointer: Type.Optional(
      computed(Field.text({ maxLength: 1_000, description: 'Where its plan speaks of it: a JSON Pointer.' })),
    ),
    holds_stock: Field.boolean({
      default: true,
      description:
        'Things are put into it, not only into what it contains. Off: it takes no stock; only where none lies in it itself.',
    }),
    single_part: Field.boolean({ default: false, description: 'Meant for one part alone.' }),
    capacity_items: Type.Optional(Field.integer({ minimum: 0, description: 'How many stock items it is meant for.' })),
    image: Type.Optional(Field.file()),
    notes: Type.Optional(Field.longtext()),
    owner: Type.Optional(Field.user()),
    archived_at: Type.Optional(computed(Field.datetime({ description: 'Since when it is out of use.' }))),
    ...tallyFields,
  }),
  titleField: 'name',
  search: ['code', 'path', 'notes'],
  index: ['parent', 'plan'],
  unique: ['code'],
  events: {
    created: locationCreated,
    updated: locationUpdated,
    deleted: locationDeleted,
    restored: locationRestored,
  },
  emits: [locationMoved],
  eventPayload: ({ fields: { name, path } }) => ({ name, path }),
  example: { name: 'Shelf 2', type: 'shelf', code: 'A-2', holds_stock: true },
  async beforeWrite(context, drafts) {
    if (drafts.every(({ operation }) => operation === 'delete')) return;
    await refuseCycles(context, drafts, { kind: locationNode, field: 'parent' });
    await setPaths(context, drafts);
    deriveTallies(drafts);
    refuseClosing(drafts);
  },
  async onWrite(context, changes) {
    for (const { operation, before, after } of changes) {
      const from = before?.fields.parent;
      const to = after.fields.parent;
      if (operation !== 'update' || from === to) continue;
      const { name, path } = after.fields;
      context.emit(locationMoved, {
        locationId: after.id,
        name,
        path,
        ...(from === undefined ? {} : { fromParentId: from }),
        ...(to === undefined ? {} : { toParentId: to }),
      });
    }
    followMoves(context, changes);
    await followPaths(context, changes);
  },
});
