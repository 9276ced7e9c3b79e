import { computed, defineKind, Field, refuseCycles } from '@cubit/core';
import { Type } from 'typebox';
import { locationCreated, locationDeleted, locationMoved, locationRestored, locationUpdated } from '../events.js';
import { OPENING_KINDS, type Wall } from '../floorplan/floorplan.js';
import { updatePathsBelow, locationNode, setPaths } from './location-path.js';
import { deriveFromRollups, moveRollups, refuseDisablingStock, rollupFields } from './location-rollups.js';
import { locationHints } from './location.hints.js';

export const LOCATION_TYPES = ['site', 'level', 'room', 'zone', 'container', 'shelf', 'bin'] as const;

const millimetres = (options = {}) => Type.Number(options);
export const geometry = Type.Object(
  {
    x_mm: Type.Optional(Field.titled('X', millimetres())),
    y_mm: Type.Optional(Field.titled('Y', millimetres())),
    w_mm: Type.Optional(Field.titled('Width', millimetres({ exclusiveMinimum: 0 }))),
    d_mm: Type.Optional(Field.titled('Depth', millimetres({ exclusiveMinimum: 0 }))),
    h_mm: Type.Optional(Field.titled('Height', millimetres({ exclusiveMinimum: 0 }))),
    from_bottom_mm: Type.Optional(Field.titled('From the bottom', millimetres({ minimum: 0 }))),
    wall_mounted: Type.Optional(Type.Boolean({ title: 'On the wall' })),
  },
  { additionalProperties: false },
);

const wall = Type.Object(
  {
    x1: Field.titled('From X', millimetres()),
    y1: Field.titled('From Y', millimetres()),
    x2: Field.titled('To X', millimetres()),
    y2: Field.titled('To Y', millimetres()),
    openings: Type.Optional(
      Type.Array(
        Type.Object(
          {
            at_mm: Field.titled('Distance', millimetres({ minimum: 0 })),
            w_mm: Field.titled('Width', millimetres({ exclusiveMinimum: 0 })),
            kind: Type.Optional(
              Type.Unsafe<(typeof OPENING_KINDS)[number]>({ title: 'Type', type: 'string', enum: [...OPENING_KINDS] }),
            ),
          },
          { additionalProperties: false },
        ),
        { title: 'Openings' },
      ),
    ),
  },
  { additionalProperties: false },
);

export const location = defineKind({
  id: 'spaces:location',
  title: ['Location', 'Locations'],
  description: 'A place where stock is kept, from a site down to a bin.',
  fields: Type.Object({
    name: Field.text({
      title: 'Name',
      minLength: 1,
      maxLength: 200,
      description: 'Name within its parent. The path adds the names of the locations above it.',
    }),
    type: Type.Optional(
      Field.enum(LOCATION_TYPES, {
        title: 'Type',
        description:
          'What the place is. Floor plans are of sites, levels and rooms; places for stock are suggested among bins, shelves and containers.',
      }),
    ),
    parent: Type.Optional(
      Field.ref('spaces:location', { title: 'Inside', ui: { widget: 'tree' }, description: 'The location above it.' }),
    ),
    code: Type.Optional(Field.text({ title: 'Code', minLength: 1, description: 'Unique code, printed on the label.' })),
    path: computed(
      Field.longtext({
        title: 'Path',
        ui: { widget: 'tree' },
        default: '',
        description: 'Names from the top to the location: `Hall / Rack A / Shelf 2`.',
      }),
    ),
    rank: Type.Optional(
      Field.integer({ title: 'Order', ui: { hidden: true }, description: 'Position among its siblings.' }),
    ),
    geometry: Type.Optional(
      Field.json(geometry, {
        title: 'Geometry',
        ui: { widget: 'place' },
        description: 'Position and size on the plan, in millimetres.',
      }),
    ),
    walls: Type.Optional(
      Field.json(Type.Unsafe<readonly Wall[]>(Type.Array(wall)), {
        title: 'Walls',
        description: 'Walls of a room, in the coordinates of the room.',
      }),
    ),
    plan: Type.Optional(
      computed(
        Field.ref('spaces:plan', {
          title: 'Floor plan',
          onDelete: 'clear',
          description: 'The floor plan that shows the location.',
        }),
      ),
    ),
    plan_pointer: Type.Optional(
      computed(
        Field.text({
          title: 'Place in the plan',
          ui: { hidden: true },
          maxLength: 1_000,
          description: 'JSON Pointer to the location in the plan document.',
        }),
      ),
    ),
    holds_stock: Field.boolean({
      title: 'Holds stock',
      default: true,
      description:
        'Whether stock can be stored directly in the location. Can be cleared only if no stock is directly in it.',
    }),
    single_part: Field.boolean({
      title: 'One part only',
      default: false,
      description: 'Whether stock is refused while the location has stock of another part.',
    }),
    capacity_items: Type.Optional(
      Field.integer({ title: 'Capacity', minimum: 0, description: 'Intended maximum number of stock items.' }),
    ),
    image: Type.Optional(
      Field.file({
        title: 'Picture',
        ui: { widget: 'image' },
        description: 'A photo that helps people to find the place.',
      }),
    ),
    notes: Type.Optional(
      Field.longtext({
        title: 'Notes',
        ui: { widget: 'markdown' },
        description: 'Anything else to know about the place, in Markdown. Included in the search.',
      }),
    ),
    owner: Type.Optional(
      Field.user({ title: 'Owner', description: 'Member who is responsible for the place. It does not limit access.' }),
    ),
    archived_at: Type.Optional(
      computed(Field.datetime({ title: 'Archived', description: 'When the location was archived.' })),
    ),
    ...rollupFields,
  }),
  titleField: 'name',
  search: ['code', 'path', 'notes'],
  index: ['parent', 'plan'],
  parent: 'parent',
  unique: ['code'],
  events: {
    created: locationCreated,
    updated: locationUpdated,
    deleted: locationDeleted,
    restored: locationRestored,
  },
  emits: [locationMoved],
  eventPayload: ({ fields: { name, path } }) => ({ name, path }),
  importing: {
    columns: {
      'import.path': ['path', 'full path', 'location path', 'path string'],
      name: ['location', 'location name', 'title'],
      parent: ['parent location', 'parent name', 'parent path'],
      code: ['barcode', 'label'],
      notes: ['description', 'comment'],
    },
    match: ['name', 'parent'],
    creates: ['spaces:location'],
  },
  ui: locationHints,
  example: { name: 'Shelf 2', type: 'shelf', code: 'A-2', holds_stock: true },
  async beforeWrite(context, drafts) {
    if (drafts.every(({ operation }) => operation === 'delete')) return;
    await refuseCycles(context, drafts, { kind: locationNode, field: 'parent' });
    await setPaths(context, drafts);
    deriveFromRollups(drafts);
    refuseDisablingStock(drafts);
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
    moveRollups(context, changes);
    await updatePathsBelow(context, changes);
  },
});
