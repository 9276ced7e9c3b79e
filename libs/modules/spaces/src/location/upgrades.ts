import { defineUpgrade, type UpgradeDefinition } from '@cubit/core';
import { location } from './location.kind.js';

/** Locations that were written before they knew what they lie in: it goes down from the top, with their paths, and what lies in them goes up. */
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
