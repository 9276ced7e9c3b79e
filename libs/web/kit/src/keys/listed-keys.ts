import type { KeyScope } from './key-registry.js';

export interface ListedKey {
  readonly scope: string;
  readonly keys: string;
  readonly title: string;
}

/** The keys of scopes, each once: of two with the same keys, that of the scope that was added last. */
export function listedKeys(scopes: readonly KeyScope[]): readonly ListedKey[] {
  const all = scopes.toReversed().flatMap(({ name, map, local = {} }) => {
    const titles = { ...Object.fromEntries(Object.entries(map).map(([keys, { title }]) => [keys, title])), ...local };
    return Object.entries(titles).map(([keys, title]) => ({ scope: name, keys, title }));
  });
  return all.filter(({ keys }, at) => all.findIndex((other) => other.keys === keys) === at);
}
