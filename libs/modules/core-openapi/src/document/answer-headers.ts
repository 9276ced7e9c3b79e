import type { RouteDefinition } from '@cubit/core';
import type { JsonObject } from './json.js';

/** Header fields of answers that the HTTP layer sets by itself. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'Names the request in the logs: the one that came with it where well formed, else a new one.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of the limit, and when it is whole again. Absent where limits are off.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limit that the request was counted against. Absent where limits are off.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
  'X-Accepted-Scopes': {
    description: 'Scopes of which any one would do; empty: an unscoped token alone.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'The answer is the one stored for this idempotency key; nothing was done again.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': { description: 'The server waited as asked by `Prefer`.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** Those of a successful answer. */
export function answerHeadersOf({ access, method, path }: RouteDefinition): readonly AnswerHeader[] {
  const names: AnswerHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  if (method === 'POST' && access !== 'anonymous') names.push('Idempotent-Replayed');
  if (method !== 'GET' && path.includes('{workspace}')) names.push('Preference-Applied');
  return names;
}
