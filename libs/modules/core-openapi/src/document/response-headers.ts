import type { RouteDefinition } from '@cubit/core/host';
import type { JsonObject } from './json.js';

/** Response headers that the HTTP layer sets. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description:
      'Identifies the request in the logs: the value that the client sent if it is well formed, otherwise a new one.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Remaining requests and the time until the limit resets. Absent if rate limits are off.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The rate limit that the request was counted against. Absent if rate limits are off.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 0 } },
  'X-Accepted-Scopes': {
    description: 'Scopes that allow the request; any one of them is enough. Empty: only unscoped tokens.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'The response was stored for this idempotency key; the request was not executed again.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': {
    description: 'The preference of the header `Prefer` that was applied.',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** The headers of a successful response of a route. */
export function responseHeadersOf({ access, method, path }: RouteDefinition): readonly ResponseHeader[] {
  const names: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  if (method === 'POST' && access !== 'anonymous') names.push('Idempotent-Replayed');
  if (method !== 'GET' && path.includes('{workspace}')) names.push('Preference-Applied');
  return names;
}
