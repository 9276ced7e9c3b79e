/** What became of what was lent. */
export const DISPOSITIONS = ['returned', 'consumed', 'lost', 'damaged'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
