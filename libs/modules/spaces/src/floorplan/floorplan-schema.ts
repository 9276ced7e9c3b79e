import { Type } from 'typebox';
import { FLOORPLAN_FORMAT, OPENING_KINDS, UNITS, type Floorplan } from './floorplan.js';

type Node = Readonly<Record<string, unknown>>;

const name = (description: string): Node => ({ type: 'string', minLength: 1, maxLength: 200, description });
const coordinate = (description: string): Node => ({ type: 'number', description });
const size = (description: string): Node => ({ type: 'number', exclusiveMinimum: 0, description });
const offset = (description: string): Node => ({ type: 'number', minimum: 0, description });
const listOf = (items: Node, description: string): Node => ({ type: 'array', items, description });
const definition = (key: string): Node => ({ $ref: `#/$defs/${key}` });

function object(description: string, required: Record<string, Node>, optional: Record<string, Node> = {}): Node {
  return { type: 'object', description, required: Object.keys(required), properties: { ...required, ...optional } };
}

const area = {
  x_mm: coordinate('Distance of its left edge from the left edge of the room.'),
  y_mm: coordinate('Distance of its upper edge from the upper edge of the room.'),
  w_mm: size('Width, left to right.'),
  d_mm: size('Depth, top to bottom.'),
};

const opening = object(
  'A door, a window or a plain gap in a wall.',
  { at_mm: offset('Distance along the wall from its first end.'), w_mm: size('Width of the opening.') },
  { kind: { type: 'string', enum: [...OPENING_KINDS] } },
);

const end = coordinate('In room coordinates.');
const wall = object(
  'A straight wall from one point to another.',
  { x1: end, y1: end, x2: end, y2: end },
  { openings: listOf(definition('floorplan_opening'), 'What the wall is open at.') },
);

const bins = listOf(definition('floorplan_bin'), 'The bins on it, which the drawing does not show.');

const shelf = object(
  'A shelf in the face of a container.',
  {
    name: name('What is written on the shelf.'),
    from_bottom_mm: offset('Height of its surface above the floor.'),
  },
  { bins },
);

const bin = object(
  'A bin on a shelf, or in another one.',
  { name: name('What is written on it.') },
  { type: { type: 'string', enum: ['bin', 'container'], description: 'Default `bin`.' }, bins },
);

const container = object(
  'A rack, cabinet, toolbox or anything else that holds things. It may hold further containers.',
  { name: name('What is written on it.'), ...area },
  {
    h_mm: size('Height of the front face.'),
    wall_mounted: { type: 'boolean', description: 'Whether it is mounted on a wall.' },
    face: object(
      'The front view.',
      {},
      {
        shelves: listOf(definition('floorplan_shelf'), 'From any height, in any order.'),
      },
    ),
    containers: listOf(definition('floorplan_container'), 'Those inside it, in room coordinates as well.'),
  },
);

const room = object(
  'A rectangular room and its content.',
  { name: name('Its name.'), w_mm: area.w_mm, d_mm: area.d_mm },
  {
    level: name('The floor or level, or an area that groups rooms.'),
    walls: listOf(definition('floorplan_wall'), 'Interior walls, and those of its edges that have doors or windows.'),
    zones: listOf(definition('floorplan_zone'), 'Marked parts of the floor.'),
    containers: listOf(definition('floorplan_container'), 'What stands or hangs in the room.'),
  },
);

/** Unknown properties are accepted and stored. Recursion is in `$defs`, so that references hold wherever the schema is embedded. */
export const floorplanSchema = Type.Unsafe<Floorplan>({
  ...object(
    'A floor plan. Lengths are millimetres; x runs right and y runs down from the top-left corner of a room.',
    {
      format: { type: 'string', const: FLOORPLAN_FORMAT },
      rooms: { ...listOf(definition('floorplan_room'), 'At least one.'), minItems: 1 },
    },
    {
      units_entered: {
        type: 'string',
        enum: [...UNITS],
        description: 'The unit in which lengths are shown to people.',
      },
      site: object('Where the rooms are.', { name: name('Name of the site.') }),
    },
  ),
  $defs: {
    floorplan_room: room,
    floorplan_wall: wall,
    floorplan_opening: opening,
    floorplan_zone: object('A marked part of the floor.', { name: name('Its name.'), ...area }),
    floorplan_container: container,
    floorplan_shelf: shelf,
    floorplan_bin: bin,
  },
});

/** The schema as a standalone document, served as `schema.json`. */
export const publishedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Floor plan',
  ...floorplanSchema,
} as const;
