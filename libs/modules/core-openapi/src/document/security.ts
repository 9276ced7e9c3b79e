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

type Opened = Pick<RouteDefinition, 'keyed' | 'display'>;

/** The schemes of the document; those of keys and displays only where an operation has them. */
export function securitySchemes(publicUrl: string, routes: readonly Opened[]): JsonObject {
  const isSecure = publicUrl.startsWith('https:');
  const session = {
    type: 'apiKey',
    in: 'cookie',
    name: isSecure ? '__Host-cubit_session' : 'cubit_session',
    description:
      'The cookie that sign-in sets in browsers. Requests other than GET must come from the origin of the instance.',
  };
  const display = {
    type: 'apiKey',
    in: 'cookie',
    name: isSecure ? '__Secure-cubit_display' : 'cubit_display',
    description: 'The cookie of a display on a wall. It reads what the display shows.',
  };
  return {
    bearer: BEARER,
    session,
    ...(routes.some(({ keyed }) => keyed === true) ? { key: KEY } : {}),
    ...(routes.some((route) => route.display === true) ? { display } : {}),
  };
}

/** Either scheme is accepted. Operations without authentication override this. */
export const SECURITY: readonly JsonObject[] = [{ bearer: [] }, { session: [] }];

/** What an operation is opened with, where that differs from the rest. */
export function securityOf({ access, keyed, display }: Opened & Pick<RouteDefinition, 'access'>): JsonObject {
  if (access === 'anonymous') return { security: [] };
  if (keyed === true) return { security: [...SECURITY, { key: [] }] };
  return display === true ? { security: [...SECURITY, { display: [] }] } : {};
}
