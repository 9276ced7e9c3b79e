/** What happened to lent stock. */
export const DISPOSITIONS = ['returned', 'consumed', 'lost', 'damaged'] as const;
export const dispositionText = {
  title: 'What happened',
  description: '`returned` and `damaged` stock comes back. `consumed` and `lost` stock does not.',
} as const;
export type Disposition = (typeof DISPOSITIONS)[number];
