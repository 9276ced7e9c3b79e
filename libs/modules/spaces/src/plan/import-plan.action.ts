import { defineAction, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { planImported, planSuperseded } from '../events.js';
import { checkFloorplan } from '../floorplan/check-floorplan.js';
import { planNodes } from '../floorplan/plan-nodes.js';
import { applyPlan } from './apply-plan.js';
import { comparePlan, plansNamed } from './compare-plan.js';
import { importReport, importReportSchema } from './import-report.js';
import { markApplied, storePlan } from './file-plan.js';
import { planName, readDocument, type PlanRecord } from './plan-document.js';
import { plan } from './plan.kind.js';
import { removableOrphans, removeOrphans } from './orphans.js';

const DOCUMENT = '/input/document';

export const importPlan = defineAction({
  id: 'spaces:import_plan',
  title: 'Import floor plan',
  description:
    'Creates and updates locations from a stored floor plan, or from a document, which is then stored. Locations are matched by name within their parent, and renamed locations by their position in the document. Locations that the plan no longer has are reported as orphaned; `replace` moves orphaned locations that are empty and not referenced to the trash.',
  appliesTo: [plan],
  recordOptional: true,
  input: Type.Object(
    {
      document: Type.Optional(
        Type.Unsafe<Readonly<Record<string, unknown>>>({
          title: 'Document',
          type: 'object',
          description:
            'A floor plan as `GET /modules/spaces/floorplans/schema.json` describes it. Required without a record; with a record, it replaces the stored document.',
        }),
      ),
      mode: Type.Optional(
        Field.enum(['merge', 'replace'], {
          title: 'Mode',
          default: 'merge',
          description: 'How to treat orphaned locations.',
        }),
      ),
      dry_run: Type.Optional(
        Field.boolean({
          title: 'Only check',
          default: false,
          description: 'Returns the report without changing anything.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: importReportSchema,
  emits: [planImported, planSuperseded],
  effects: { destructive: true, idempotent: true, readOnly: false },
  ui: { done: 'Imported {title}', icon: 'upload', order: 10 },
  example: {
    title: 'Dry run of a plan with one room',
    input: {
      document: { format: 'service-floorplan/1', rooms: [{ name: 'Workshop', w_mm: 6000, d_mm: 4000 }] },
      mode: 'merge',
      dry_run: true,
    },
  },
  async run(context, target: PlanRecord | null, { document, mode = 'merge', dry_run: isDryRun = false }) {
    if (target === null && document === undefined) throw validationFailed([missingDocument]);
    const given =
      document === undefined
        ? await readDocument(context, target?.id ?? '')
        : { floorplan: document, text: JSON.stringify(document) };
    // Imports run one at a time: two concurrent imports of the same site would each create it.
    if (!isDryRun) await context.takeNumbers('import', 1);
    const prefix = document === undefined ? '' : DOCUMENT;
    const { floorplan, warnings } = checkFloorplan(given.floorplan, prefix);
    const name = planName(floorplan);
    const namesakes = await plansNamed(context, name);
    const plans = new Set([...(target ? [target.id] : []), ...namesakes.map(({ id }) => id)]);
    const comparison = await comparePlan(context, { nodes: planNodes(floorplan), plans: [...plans], prefix });
    const removed = mode === 'replace' ? await removableOrphans(context, comparison.orphans) : new Set<string>();
    if (isDryRun) return importReport({ comparison, removed, warnings, planId: target?.id ?? null, ids: new Map() });

    const stored = await storePlan(context, { target, namesakes, document: { floorplan, text: given.text } });
    const ids = await applyPlan(context, comparison, { planId: stored.id, prefix });
    await removeOrphans(context, comparison.orphans, { removed, planId: stored.id });
    await markApplied(context, stored, namesakes);
    const report = importReport({ comparison, removed, warnings, planId: stored.id, ids });
    context.emit(planImported, {
      planId: stored.id,
      name,
      mode,
      created: report.created.length,
      updated: report.updated.length,
      orphaned: report.orphaned.length,
      removed: removed.size,
    });
    return report;
  },
});

const missingDocument = {
  path: DOCUMENT,
  code: 'required',
  message: 'document is required unless a stored plan is imported.',
};
