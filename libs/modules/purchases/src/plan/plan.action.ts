import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { chooseSupplierParts } from '../draft/choose-supplier-part.js';
import { findOrderedQuantities } from '../draft/ordered-quantities.js';
import { settings } from '../settings.js';
import { assertProjects } from './assert-projects.js';
import { findDemand } from './demand.js';
import { planLines, planResult, groupBySupplier } from './plan-lines.js';

const MAX_IDS = 200;
const ids = (description: string) =>
  Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: MAX_IDS, uniqueItems: true, description }));

export const plan = defineAction({
  id: 'purchases:plan',
  title: 'Plan purchases',
  description:
    'Lists what has to be bought, by supplier. It is the demand of builds, of the builds of projects, of open requests and of low stock, less the quantities available, on order and on drafts. Changes nothing.',
  appliesTo: 'workspace',
  input: input({
    builds: Field.titled('Builds', ids('Builds to plan for.')),
    projects: Field.titled('Projects', ids('Projects whose builds to plan for.')),
    include_low: Type.Optional(
      Field.boolean({
        title: 'Include low stock',
        default: true,
        description: 'Include parts with low stock, up to their target.',
      }),
    ),
    include_requests: Type.Optional(
      Field.boolean({ title: 'Include open requests', default: false, description: 'Include open requests.' }),
    ),
  }),
  output: planResult,
  emits: [],
  agent: { words: ['what to buy', 'need', 'missing', 'requirements', 'demand'] },
  effects: { ...EFFECTS, idempotent: true, readOnly: true },
  settings,
  ui: { icon: 'calculator', tone: 'primary', order: 10 },
  example: { title: 'Plan for low stock', input: { include_low: true } },
  async run(context, _, given) {
    await assertProjects(context, given.projects);
    const demand = await findDemand(context, given);
    const ordered = await findOrderedQuantities(context, [...demand.parts.keys()]);
    const lines = planLines({ demand, ordered, includeLow: given.include_low ?? true });
    const sources = await chooseSupplierParts(
      context,
      lines.map(({ part }) => part),
    );
    return groupBySupplier(context, lines, sources);
  },
});
