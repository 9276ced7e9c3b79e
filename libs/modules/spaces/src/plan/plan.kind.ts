import { defineKind, Field } from '@cubit/core';
import { Type } from 'typebox';
import { UNITS } from '../floorplan/floorplan.js';

/** What is known of a floor plan without its document, which `plan_part` holds: lists of plans stay small however large the plans are. */
export const plan = defineKind({
  id: 'spaces:plan',
  title: ['Floor plan', 'Floor plans'],
  description: 'A floor plan document. It is written and read at `/modules/spaces/floorplans`.',
  access: 'read-only',
  fields: Type.Object({
    name: Field.text({ minLength: 1, description: 'The site of the plan, or its first room where it names none.' }),
    site: Type.Optional(Field.text()),
    units_entered: Type.Optional(Field.enum(UNITS)),
    status: Field.enum(['draft', 'applied', 'superseded'], {
      default: 'draft',
      description:
        '`applied`: the locations are as it says. `draft`: it was not applied yet, or has changed since. `superseded`: another plan of the same name was applied after it.',
    }),
    rooms: Field.integer({ description: 'How many rooms it has.' }),
    locations: Field.integer({ description: 'How many locations it makes.' }),
    bytes: Field.integer({ description: 'Size of its document.' }),
    applied_at: Type.Optional(Field.datetime()),
    applied_by: Type.Optional(Field.user()),
  }),
  titleField: 'name',
  index: ['name'],
});

/**
 * A piece of a plan's document, word for word. A field holds as much text as any long text does, so that no list and no entry
 * of the history carries a whole document; a changed plan changes only the pieces that differ.
 */
export const planPart = defineKind({
  id: 'spaces:plan_part',
  title: ['Part of a floor plan', 'Parts of floor plans'],
  description:
    'A piece of the document of a floor plan, as it is stored. `/modules/spaces/floorplans/{id}` answers the whole.',
  access: 'read-only',
  fields: Type.Object({
    plan: Field.ref('spaces:plan'),
    number: Field.integer({ minimum: 0 }),
    text: Field.longtext(),
  }),
  titleOf: ({ number }) => `Part ${number + 1}`,
  index: [['plan', 'number']],
});
