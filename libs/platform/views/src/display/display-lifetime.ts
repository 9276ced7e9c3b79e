import { DAY_MS } from '@cubit/core';

/** Browsers keep a cookie for 400 days at most. */
export const DISPLAY_LIFETIME_MS = 365 * DAY_MS;
