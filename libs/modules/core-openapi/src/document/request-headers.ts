import type { RouteDefinition } from '@cubit/core/host';
import type { JsonObject } from './json.js';

/** Request headers that many routes share. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: for 24 hours, the same key with the same body returns the stored response without executing the request again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  PreferWait: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=<seconds>`, at most 30: delays the response until the wires and subscriptions that the request triggered have run, or the time is over.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version to change (`"7"`). Any other current version gives `412 version_conflict`.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the version that the client has (`"7"`). If it is current, the response is `304` without a body.',
    schema: { type: 'string' },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One range of bytes (`bytes=0-99`, `bytes=100-`, `bytes=-100`), answered with `206`. Several ranges return the whole content.',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'The `ETag` that `Range` applies to. If it is no longer current, the whole content is returned.',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** The shared headers that the route reads. */
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
