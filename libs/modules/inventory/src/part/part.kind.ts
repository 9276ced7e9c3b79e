import { defineKind } from '@cubit/core';
import {
  partArchived,
  partCreated,
  partDeleted,
  partStatusChanged,
  partStocked,
  partUpdated,
  stockDepleted,
  stockLow,
  stockRecovered,
} from '../events.js';
import { followSubstitutes } from '../bom/follow-substitutes.js';
import { checkArticleNumbers, checkPacks, refuseUnitChange, refuseUsedParts, setUnits } from './part-rules.js';
import { emitPartEvents } from './part-events.js';
import { partFields } from './part.fields.js';
import { partImport } from './part.importing.js';
import { setLowSince } from './low-since.js';
import { setReplaceDue } from './replace-due.js';
import { remeasure } from './remeasure.js';
import { partHints } from './part.hints.js';

export const part = defineKind({
  id: 'inventory:part',
  title: ['Part', 'Parts'],
  description: 'A type of item kept in stock: a component, a consumable, a tool or a product.',
  fields: partFields,
  titleField: 'name',
  search: ['ipn', 'mpn', 'barcodes', 'gtin', 'manufacturer', 'description', 'notes'],
  children: [{ name: 'bom', kind: 'inventory:bom_line', by: 'assembly' }],
  index: ['category', 'status', 'available', 'can_build', 'barcodes', 'gtin', 'mpn'],
  unique: ['ipn'],
  lifecycle: {
    field: 'status',
    initial: ['active', 'draft', 'deprecated', 'obsolete'],
    states: {
      draft: { to: { active: ['inventory:activate'] } },
      active: { to: { deprecated: ['inventory:retire'] } },
      deprecated: { to: { obsolete: ['inventory:retire'] } },
      obsolete: { to: { active: ['inventory:activate'] } },
    },
  },
  events: { created: partCreated, updated: partUpdated, deleted: partDeleted },
  emits: [partStatusChanged, partArchived, stockLow, stockRecovered, stockDepleted, partStocked],
  eventPayload: ({ fields: { name, ipn, category } }) => ({ name, ipn, categoryId: category }),
  importing: partImport,
  ui: partHints,
  example: { name: 'M3×10 socket head screw', ipn: 'SCR-M3-10', unit: 'pcs', min_stock: 50, target_stock: 200 },
  async beforeWrite(context, drafts) {
    await setUnits(context, drafts);
    checkPacks(drafts);
    checkArticleNumbers(drafts);
    await refuseUnitChange(context, drafts);
    await refuseUsedParts(context, drafts);
    setReplaceDue(context, drafts);
    setLowSince(context, drafts);
  },
  async onWrite(context, changes) {
    emitPartEvents(context, changes);
    await remeasure(context, changes);
    await followSubstitutes(context, changes);
  },
});
