import { defineKind, Field, foreignKind, refuseCycles } from '@cubit/core';
import { Type } from 'typebox';
import { categoryCreated, categoryUpdated } from '../events.js';

/** A category as far as the tree is concerned: its own definition cannot name itself. */
const categoryNode = foreignKind(
  'inventory:category',
  Type.Object({ parent: Type.Optional(Field.ref('inventory:category')) }),
);

export const category = defineKind({
  id: 'inventory:category',
  title: ['Category', 'Categories'],
  description: 'A group of parts, within a tree of groups.',
  fields: Type.Object({
    name: Field.text({ minLength: 1 }),
    parent: Type.Optional(Field.ref('inventory:category', { description: 'The category that it is part of.' })),
    default_location: Type.Optional(
      Field.ref('spaces:location', { onDelete: 'clear', description: 'Where its parts go unless they say otherwise.' }),
    ),
    default_unit: Type.Optional(Field.text({ minLength: 1, maxLength: 20, description: 'Unit of its new parts.' })),
    color: Type.Optional(Field.text({ maxLength: 50 })),
    description: Type.Optional(Field.longtext()),
  }),
  titleField: 'name',
  search: ['description'],
  index: ['parent'],
  events: { created: categoryCreated, updated: categoryUpdated },
  eventPayload: ({ fields: { name } }) => ({ name }),
  example: { name: 'Fasteners', default_unit: 'pcs', color: '#8899aa' },
  async beforeWrite(context, drafts) {
    if (drafts.every(({ operation }) => operation === 'delete')) return;
    await refuseCycles(context, drafts, { kind: categoryNode, field: 'parent' });
  },
});
