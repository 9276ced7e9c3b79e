import { BRONZE } from './bronze.js';
import { GOLD } from './gold.js';
import { SILVER } from './silver.js';
import type { TierRule } from './tier-rule.js';

/** Tiers of quality, each with all rules of those before it. */
export const TIERS = ['bronze', 'silver', 'gold'] as const;
export type Tier = (typeof TIERS)[number];

export const RULES: readonly (TierRule & { readonly tier: Tier })[] = [
  ...BRONZE.map((rule) => ({ ...rule, tier: 'bronze' as const })),
  ...SILVER.map((rule) => ({ ...rule, tier: 'silver' as const })),
  ...GOLD.map((rule) => ({ ...rule, tier: 'gold' as const })),
];

export function isTier(text: string): text is Tier {
  return (TIERS as readonly string[]).includes(text);
}
