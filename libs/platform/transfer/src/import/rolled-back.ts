/** Thrown by `work` of a dry run to roll it back. */
export class RolledBack extends Error {}
