import { use, useSyncExternalStore } from 'react';
import { LayerContext, RegistryContext } from './KeysProvider.js';
import { listedKeys, type ListedKey } from './listed-keys.js';

/** The keys that run below the dialog in which they are listed. */
export function useKeyList(): readonly ListedKey[] {
  const registry = use(RegistryContext);
  const layer = use(LayerContext);
  useSyncExternalStore(registry.subscribe, () => registry.scopes);
  return listedKeys(registry.active(layer));
}
