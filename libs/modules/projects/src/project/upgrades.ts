import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { project } from './project.kind.js';

/** Before costs were kept nobody had added any: whoever spends for projects adds up anew what was spent, after this. */
const costs = defineUpgrade({
  id: 'costs',
  kind: project,
  // It corrects orders, which moves what they cost.
  after: ['purchases:cancelled_totals'],
  async run({ records }, projects) {
    const counted = projects.filter(({ fields }) => fields.costs !== undefined);
    await records.updateMany(
      project,
      counted.map(({ id }) => ({ id, fields: { costs: null } })),
    );
  },
});

export const upgrades: readonly UpgradeDefinition[] = [costs];
