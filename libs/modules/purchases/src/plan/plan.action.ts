import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { chooseSupplierParts } from '../draft/choose-supplier-part.js';
import { draftedOf } from '../draft/drafted.js';
import { partRecord } from '../foreign.js';
import { demandOf } from './demand.js';
import { planLines, planResult, bySupplier } from './plan-lines.js';

const MAX_IDS = 200;
const ids = (description: string) =>
  Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: MAX_IDS, uniqueItems: true, description }));

export const plan = defineAction({
  id: 'purchases:plan',
  title: 'Plan',
  description:
    'What has to be bought, by supplier: the demand of builds, of projects’ builds, of open requests and of what is low, less what is available, on order and on drafts. Changes nothing.',
  appliesTo: 'workspace',
  input: input({
    builds: ids('Builds that shall be possible.'),
    projects: ids('Projects whose builds shall be possible.'),
    include_low: Type.Optional(Field.boolean({ default: true, description: 'Fill what is low up to its target.' })),
    include_requests: Type.Optional(Field.boolean({ default: false, description: 'What open requests ask for, too.' })),
  }),
  output: planResult,
  emits: [],
  effects: { ...EFFECTS, idempotent: true, readOnly: true },
  example: { title: 'What is low', input: { include_low: true } },
  async run(context, _, given) {
    const demand = await demandOf(context, given);
    const parts = await context.records.getMany(partRecord, [...demand.keys()]);
    const drafted = await draftedOf(context, [...parts.keys()]);
    const lines = planLines({ demand, parts: [...parts.values()], drafted, includeLow: given.include_low ?? true });
    const sources = await chooseSupplierParts(
      context,
      lines.map(({ part }) => part),
    );
    return bySupplier(context, lines, sources);
  },
});
