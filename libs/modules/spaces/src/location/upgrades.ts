import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { location } from './location.kind.js';

/** Sets `above` of locations from before that field existed, from the top down; their content is then added to the locations above. */
const above = defineUpgrade({
  id: 'above',
  kind: location,
  async run({ records }, locations) {
    const tops = locations.filter(({ fields }) => fields.parent === undefined && fields.above === undefined);
    await records.updateMany(
      location,
      tops.map(({ id }) => ({ id, fields: { above: [] } })),
    );
  },
});

export const upgrades: readonly UpgradeDefinition[] = [above];
