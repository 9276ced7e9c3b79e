import { sumOfExact } from '@cubit/decimal';
import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { usableSources } from '../draft/choose-supplier-part.js';
import { findOrderedQuantities } from '../draft/ordered-quantities.js';
import type { Part } from '../foreign.js';
import { assertProjects } from '../plan/assert-projects.js';
import { planLines, needOf, planResult, groupPurchases, purchasesOf } from '../plan/plan-lines.js';
import { shownOf } from '../unit.js';
import { settings } from '../settings.js';
import { type ProjectNeed, projectNeeds } from './project-needs.js';

const uuid = Type.String({ format: 'uuid' });

export const shoppingList = defineAction({
  id: 'purchases:shopping_list',
  title: 'Show shopping list',
  description:
    'Lists what projects need and is not available, by supplier. What is on order or drafted is left out. The demand is that of their open builds and requests. Chooses the cheapest price breaks, and may split a part over suppliers. Shipping is not counted. Changes nothing.',
  appliesTo: 'workspace',
  input: input({
    projects: Type.Optional(
      Type.Array(Type.String({ format: 'uuid', 'x-kind': 'projects:project' }), {
        title: 'Projects',
        maxItems: 200,
        uniqueItems: true,
        description: 'Default: every project with open builds or requests.',
      }),
    ),
    include_low: Type.Optional(
      Field.boolean({
        title: 'Low stock too',
        default: false,
        description: 'Include parts with low stock, up to their target.',
      }),
    ),
  }),
  output: Type.Object({
    ...planResult.properties,
    needs: Type.Array(
      Type.Object({
        part: uuid,
        title: Type.String(),
        projects: Type.Array(Type.Object({ project: uuid, qty: Type.Number() }), {
          description: 'What each project needs of it, whether it must be bought or not.',
        }),
      }),
    ),
  }),
  emits: [],
  agent: { words: ['what to buy', 'need', 'missing', 'short'] },
  effects: { ...EFFECTS, idempotent: true, readOnly: true },
  settings,
  ui: { icon: 'list-todo', order: 15 },
  example: { title: 'Everything that projects need', input: {} },
  async run(context, _, { projects, include_low: includeLow = false }) {
    await assertProjects(context, projects);
    const { needs, demand } = await projectNeeds(context, { projects, includeLow });
    const { parts } = demand;
    const ordered = await findOrderedQuantities(context, [...parts.keys()]);
    const lines = planLines({ demand, ordered, includeLow });
    const sources = await usableSources(
      context,
      lines.map(({ part }) => part),
    );
    const grouped = groupPurchases(purchasesOf(context, lines, sources));
    const unsourced = lines.filter(({ part }) => (sources.get(part.id) ?? []).length === 0);
    return {
      ...grouped,
      unsourced: unsourced.map(needOf),
      needs: [...Map.groupBy(needs, ({ part }) => part)].flatMap(([id, own]) => {
        const owner = parts.get(id);
        return owner ? [{ part: id, title: owner.title, projects: byProject(own, owner) }] : [];
      }),
    };
  },
});

function byProject(needs: readonly ProjectNeed[], owner: Part) {
  return [...Map.groupBy(needs, ({ project }) => project)].map(([project, own]) => ({
    project,
    qty: shownOf(owner, sumOfExact(own.map((need) => need.qtyOf(owner)))),
  }));
}
