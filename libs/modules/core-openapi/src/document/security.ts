import type { JsonObject } from './json.js';

const BEARER: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API token (`cbt_...`), or the session token returned by sign-in.',
};

export function securitySchemes(publicUrl: string): JsonObject {
  const session = {
    type: 'apiKey',
    in: 'cookie',
    name: publicUrl.startsWith('https:') ? '__Host-cubit_session' : 'cubit_session',
    description:
      'The cookie that sign-in sets in browsers. Requests other than GET must come from the origin of the instance.',
  };
  return { bearer: BEARER, session };
}

/** Either scheme is accepted. Operations without authentication override this. */
export const SECURITY: readonly JsonObject[] = [{ bearer: [] }, { session: [] }];
