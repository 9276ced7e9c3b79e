/**
 * How the values of a file are read. `exact`: as an export writes them, so that what was exported comes back as it was. `foreign`: as
 * other programs write them, cleaned with warnings.
 */
export const READINGS = ['exact', 'foreign'] as const;
export type Reading = (typeof READINGS)[number];
