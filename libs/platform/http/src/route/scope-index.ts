import type { Registry } from '@cubit/core/host';

/** The scopes that include an operation, by operation id. */
export type ScopeIndex = ReadonlyMap<string, readonly string[]>;

export function scopeIndex({ scopes }: Pick<Registry, 'scopes'>): ScopeIndex {
  const index = new Map<string, string[]>();
  for (const { definition } of scopes.values())
    for (const operation of definition.operations)
      index.set(operation, [...(index.get(operation) ?? []), definition.id]);
  return index;
}
