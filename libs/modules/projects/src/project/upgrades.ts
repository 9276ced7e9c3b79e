import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { project } from './project.kind.js';

/** Clears costs of projects from before costs were tracked. The modules that add costs recompute them after this upgrade. */
const costs = defineUpgrade({
  id: 'costs',
  kind: project,
  // That upgrade corrects orders, which changes their costs.
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
