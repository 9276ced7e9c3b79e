import { defineKind, Field, foreignKind, refuseCycles } from '@cubit/core';
import { Type } from 'typebox';
import { categoryImport } from './category.importing.js';
import { categoryCreated, categoryUpdated } from '../events.js';
import { categoryHints } from './category.hints.js';

/** The fields of a category that the cycle check needs: a kind cannot refer to itself in its own definition. */
const categoryNode = foreignKind(
  'inventory:category',
  Type.Object({ parent: Type.Optional(Field.ref('inventory:category')) }),
);

export const category = defineKind({
  id: 'inventory:category',
  title: ['Category', 'Categories'],
  description: 'A group of parts. Categories form a tree.',
  fields: Type.Object({
    name: Field.text({ title: 'Name', minLength: 1, description: 'Name in lists, for example `Fasteners`.' }),
    parent: Type.Optional(
      Field.ref('inventory:category', { title: 'Parent', ui: { widget: 'tree' }, description: 'The parent category.' }),
    ),
    default_location: Type.Optional(
      Field.ref('spaces:location', {
        title: 'Default location',
        ui: { widget: 'tree' },
        onDelete: 'clear',
        description: 'Default location of its parts.',
      }),
    ),
    default_unit: Type.Optional(
      Field.text({ title: 'Default unit', minLength: 1, maxLength: 20, description: 'Default unit of its new parts.' }),
    ),
    color: Type.Optional(Field.color({ title: 'Colour', ui: { widget: 'color' } })),
    color_alpha: Type.Optional(Field.colorAlpha()),
    description: Type.Optional(
      Field.longtext({
        title: 'Description',
        ui: { widget: 'markdown' },
        description: 'What belongs in the category, in Markdown. The search finds it.',
      }),
    ),
  }),
  titleField: 'name',
  search: ['description'],
  index: ['parent'],
  parent: 'parent',
  events: { created: categoryCreated, updated: categoryUpdated },
  eventPayload: ({ fields: { name } }) => ({ name }),
  importing: categoryImport,
  ui: categoryHints,
  example: { name: 'Fasteners', default_unit: 'pcs', color: '#8899aa' },
  async beforeWrite(context, drafts) {
    if (drafts.every(({ operation }) => operation === 'delete')) return;
    await refuseCycles(context, drafts, { kind: categoryNode, field: 'parent' });
  },
});
