import { defineKind, Field } from '@cubit/core';
import { Type } from 'typebox';
import { UNITS } from '../floorplan/floorplan.js';
import { planHints, planPartHints } from './plan.hints.js';

/** Metadata of a floor plan. The document is stored in `plan_part` records, so that lists of plans stay small. */
export const plan = defineKind({
  id: 'spaces:plan',
  title: ['Floor plan', 'Floor plans'],
  description: 'A floor plan. Its document is written and read at `/modules/spaces/floorplans`.',
  access: 'read-only',
  fields: Type.Object({
    name: Field.text({
      title: 'Name',
      minLength: 1,
      description: 'Name of the site, or of the first room if the plan names no site.',
    }),
    site: Type.Optional(
      Field.text({ title: 'Site', description: 'Name of the site in the document. Absent if it names none.' }),
    ),
    units_entered: Type.Optional(
      Field.enum(UNITS, {
        title: 'Units',
        ui: { titles: { mm: 'mm', cm: 'cm', m: 'm', in: 'in', ft: 'ft' } },
        description: 'Unit in which lengths are shown to people. The document itself is in millimetres.',
      }),
    ),
    status: Field.enum(['draft', 'applied', 'superseded'], {
      title: 'Status',
      ui: { widget: 'status', tone: { ok: { is: 'applied' }, info: { is: 'draft' }, warn: { is: 'superseded' } } },
      default: 'draft',
      description:
        '`applied`: the locations match the plan. `draft`: the plan was not applied yet, or changed since. `superseded`: another plan of the same name was applied later.',
    }),
    rooms: Field.integer({ title: 'Rooms', description: 'Number of rooms.' }),
    locations: Field.integer({ title: 'Locations', description: 'Number of locations that the plan creates.' }),
    bytes: Field.integer({
      title: 'Size',
      ui: { widget: 'quantity', unit: 'B' },
      description: 'Size of the document in bytes.',
    }),
    applied_at: Type.Optional(
      Field.datetime({ title: 'Applied', description: 'When the locations were last updated from the plan.' }),
    ),
    applied_by: Type.Optional(
      Field.user({ title: 'Applied by', description: 'Member who last updated the locations from the plan.' }),
    ),
  }),
  titleField: 'name',
  index: ['name'],
  ui: planHints,
});

/**
 * A piece of the text of a plan document. No list and no history entry holds a whole document, and a changed
 * plan writes only the pieces that differ.
 */
export const planPart = defineKind({
  id: 'spaces:plan_part',
  title: ['Part of a floor plan', 'Parts of floor plans'],
  description: 'A stored piece of a floor plan document. `/modules/spaces/floorplans/{id}` returns the whole document.',
  access: 'read-only',
  fields: Type.Object({
    plan: Field.ref('spaces:plan', { title: 'Plan', description: 'The floor plan that the piece belongs to.' }),
    number: Field.integer({
      title: 'Number',
      minimum: 0,
      description: 'Position of the piece in the document, from 0.',
    }),
    text: Field.longtext({ title: 'Text', description: 'A piece of the JSON text of the document.' }),
  }),
  titleOf: ({ number }) => `Part ${number + 1}`,
  index: [['plan', 'number']],
  ui: planPartHints,
});
