import { fail } from '@cubit/core';
import { jsonMediaTypesOf, type RouteDefinition } from '@cubit/core/host';

/** Throws `406` if the client accepts none of the media types of the route. */
export type AcceptCheck = (header: string | undefined) => void;

const RANGE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/;

interface Range {
  readonly type: string;
  readonly weight: number;
}

/** Created once per route. */
export function acceptCheck(definition: Pick<RouteDefinition, 'responses'>): AcceptCheck {
  const types = jsonMediaTypesOf(definition);
  if (types.length === 0) return () => {};
  return (header) => {
    if (header !== 'application/json') requireAccepted(header, types);
  };
}

/** Throws `406` if the client accepts none of the media types. */
export function requireAccepted(header: string | undefined, types: readonly string[], what = 'The route'): void {
  // Sent by nearly every client.
  if (header === undefined || header === '*/*') return;
  const ranges = header.split(',').flatMap(rangeOf);
  if (ranges.length === 0 || types.some((type) => weightOf(type, ranges) > 0)) return;
  throw fail('not_acceptable', `${what} produces ${types.join(', ')}.`);
}

/** Text that is not a media range is ignored. */
function rangeOf(text: string): readonly Range[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (!RANGE.test(type)) return [];
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice('q='.length));
  return [{ type, weight: Number.isNaN(weight) ? 0 : weight }];
}

/** Weight of the most specific range that matches (RFC 9110, 12.5.1). */
function weightOf(type: string, ranges: readonly Range[]): number {
  const family = type.slice(0, type.indexOf('/'));
  const fitting = [type, `${family}/*`, '*/*'].map((candidate) => ranges.find((range) => range.type === candidate));
  return fitting.find((range) => range !== undefined)?.weight ?? 0;
}
