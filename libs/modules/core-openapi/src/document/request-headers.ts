import type { RouteDefinition } from '@cubit/core';
import type { JsonObject } from './json.js';

/** Header fields of requests that hold for many routes alike. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to send again: for 24 hours the same key with the same body is answered with the stored answer, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  PreferWait: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=<seconds>`, 30 at most: the answer comes once the wires and subscriptions that the request set off have run, or the time is up.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the version that the change is meant for (`"7"`); another present version gives `412 version_conflict`.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the version at hand (`"7"`); where it still holds the answer is `304` without a body.',
    schema: { type: 'string' },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One range of bytes (`bytes=0-99`, `bytes=100-`, `bytes=-100`), answered with `206`; several are answered with the whole.',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'The `ETag` that `Range` is meant for; where it does not hold any more, the whole is answered.',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Those that the route heeds. */
export function requestHeadersOf({
  access,
  errors = [],
  method,
  path,
  responses,
}: RouteDefinition): readonly RequestHeader[] {
  const names: RequestHeader[] = [];
  if (method === 'POST' && access !== 'anonymous') names.push('IdempotencyKey');
  if (method !== 'GET' && path.includes('{workspace}')) names.push('PreferWait');
  if (method !== 'GET' && errors.includes('version_conflict')) names.push('IfMatch');
  if (method === 'GET' && responses[304]) names.push('IfNoneMatch');
  if (method === 'GET' && responses[206]) names.push('Range', 'IfRange');
  return names;
}
