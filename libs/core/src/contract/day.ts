/** One day in milliseconds. All calendar days are days in UTC. */
export const DAY_MS = 86_400_000;
