import { defineKind } from '@cubit/core';
import { bomLineFields, bomLineTitle } from './bom-line.fields.js';
import { bomLineImport } from './bom-line.importing.js';
import { applyBomLineRules, applyBillChanges } from './bom-line-rules.js';
import { bomLineHints } from './bom-line.hints.js';

export const bomLine = defineKind({
  id: 'inventory:bom_line',
  title: ['Bill of materials line', 'Bill of materials lines'],
  description: 'A component of an assembly, with its quantity and its substitutes.',
  fields: bomLineFields,
  titleOf: (fields) => bomLineTitle(fields),
  search: ['designators', 'note'],
  index: ['assembly', 'component'],
  unique: [['assembly', 'component']],
  importing: bomLineImport,
  ui: bomLineHints,
  example: {
    assembly: '0192f0c1-2d3e-7000-8000-000000000001',
    component: '0192f0c1-2d3e-7000-8000-000000000002',
    qty_per: 4,
    designators: 'R1, R2, R7, R8',
  },
  async beforeWrite(context, drafts) {
    await applyBomLineRules(context, drafts);
  },
  async onWrite(context, changes) {
    await applyBillChanges(context, changes);
  },
});
