/** Twenty-four hours in milliseconds: a day of the calendar in UTC, the only one that is reckoned in. */
export const DAY_MS = 86_400_000;
