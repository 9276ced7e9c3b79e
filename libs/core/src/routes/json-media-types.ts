import type { RouteDefinition } from './route.js';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * The media types of a route that responds with JSON only; empty for other routes. Files, exports, event streams and pages are
 * sent whatever the client's `Accept` header says.
 */
export function jsonMediaTypesOf({ responses }: Pick<RouteDefinition, 'responses'>): readonly string[] {
  const types = Object.entries(responses)
    .filter(([status, { schema }]) => status.startsWith('2') && schema !== undefined)
    .flatMap(([, { mediaType = 'application/json', otherMediaTypes = {} }]) => [
      mediaType,
      ...Object.keys(otherMediaTypes),
    ]);
  return types.every((type) => JSON_TYPE.test(type)) ? types : [];
}
