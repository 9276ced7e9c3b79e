import type { Lifecycle } from '@cubit/core';

/** The transitions of a lifecycle, for specs that take each of them. */
export function transitionsOf({ states }: Lifecycle): readonly (readonly [from: string, to: string])[] {
  return Object.entries(states).flatMap(([from, { to }]) => Object.keys(to).map((next) => [from, next] as const));
}
