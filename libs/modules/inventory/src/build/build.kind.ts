import { defineKind } from '@cubit/core';
import { applyBuildRules, updateInProduction } from './build-rules.js';
import { buildLifecycle } from './build-status.js';
import { buildImport } from './build.importing.js';
import { buildFields } from './build.fields.js';
import { buildHints } from './build.hints.js';

export const build = defineKind({
  id: 'inventory:build',
  title: ['Build', 'Builds'],
  description:
    'A production order for an assembly. It reserves and uses the components, and adds the outputs to stock.',
  fields: buildFields,
  titleOf: ({ number = '' }) => number,
  search: ['notes'],
  index: ['assembly', 'status', 'due', 'project'],
  unique: ['number'],
  lifecycle: buildLifecycle,
  importing: buildImport,
  ui: buildHints,
  example: { assembly: '0192f0c1-2d3e-7000-8000-000000000001', qty: 10, due: '2026-06-30' },
  async beforeWrite(context, drafts) {
    await applyBuildRules(context, drafts);
  },
  async onWrite(context, changes) {
    await updateInProduction(context, changes);
  },
});
