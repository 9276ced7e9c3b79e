import type { RouteDefinition } from '@cubit/core/host';
import type { JsonObject } from './json.js';

const BEARER: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API token (`cbt_...`), or the session token returned by sign-in.',
};

const KEY: JsonObject = {
  type: 'apiKey',
  in: 'query',
  name: 'key',
  description:
    'The key of an address, for programs that cannot send a header. It opens one operation in one workspace.',
};

/** The schemes of the document; that of keys only where an operation has it. */
export function securitySchemes(publicUrl: string, routes: readonly Pick<RouteDefinition, 'keyed'>[]): JsonObject {
  const session = {
    type: 'apiKey',
    in: 'cookie',
    name: publicUrl.startsWith('https:') ? '__Host-cubit_session' : 'cubit_session',
    description:
      'The cookie that sign-in sets in browsers. Requests other than GET must come from the origin of the instance.',
  };
  return { bearer: BEARER, session, ...(routes.some(({ keyed }) => keyed === true) ? { key: KEY } : {}) };
}

/** Either scheme is accepted. Operations without authentication override this. */
export const SECURITY: readonly JsonObject[] = [{ bearer: [] }, { session: [] }];

/** Of operations that keyed addresses open. */
export const KEYED_SECURITY: readonly JsonObject[] = [...SECURITY, { key: [] }];
