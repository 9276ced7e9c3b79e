import type { JsonObject } from './json.js';

export const SECURITY_SCHEMES: JsonObject = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token (`cbt_...`), or the session token that signing in answers.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'cubit_session',
    description:
      "The cookie that signing in sets, for browsers. Writing requests must come from the instance's own origin.",
  },
};

/** Either will do; operations that need none say so themselves. */
export const SECURITY: readonly JsonObject[] = [{ bearer: [] }, { session: [] }];
