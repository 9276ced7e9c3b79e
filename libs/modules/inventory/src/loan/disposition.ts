/** What happened to lent stock. */
export const DISPOSITIONS = ['returned', 'consumed', 'lost', 'damaged'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
