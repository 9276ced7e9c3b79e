import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo } from 'react';
import { combinationOf } from './key-combination.js';
import { KeyRegistry, type KeyMap, type KeyScope } from './key-registry.js';
import { isTyping } from './is-typing.js';

export const RegistryContext = createContext(new KeyRegistry());
export const LayerContext = createContext(0);

export interface KeysProviderProps {
  readonly children: ReactNode;
  /** Whether keys without a modifier run; a person can turn them off (WCAG 2.1.4). */
  readonly singleKeys?: boolean;
}

/** Runs the keys of all `useKeys` below it. Once, around the app. */
export function KeysProvider({ children, singleKeys = true }: KeysProviderProps) {
  const registry = useMemo(() => new KeyRegistry(), []);
  useEffect(() => {
    registry.setSingleKeys(singleKeys);
  }, [registry, singleKeys]);
  useEffect(() => listenForKeys(registry), [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

function listenForKeys(registry: KeyRegistry): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented || event.key === undefined) return;
    const press = { combination: combinationOf(event), at: event.timeStamp, typing: isTyping(event.target) };
    if (registry.run(press)) event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** Registers keys while the component is mounted. Keep `map` the same between renders (`useMemo`) where it is large. */
export function useKeys(name: string, map: KeyMap, local?: KeyScope['local']): void {
  const registry = use(RegistryContext);
  const layer = use(LayerContext);
  // With what is drawn, not after it: a key can come before the next frame.
  useLayoutEffect(
    () => registry.add({ name, map, layer, ...(local && { local }) }),
    [registry, name, map, local, layer],
  );
}

/** In the place of what is still loaded and brings keys: what is pressed meanwhile is run when they have come. */
export function KeysToCome() {
  const { expectKeys } = use(RegistryContext);
  useLayoutEffect(expectKeys, [expectKeys]);
  return null;
}

/** While it is mounted, keys of what is below rest: every dialog has one. */
export function KeyLayer({ children }: { readonly children: ReactNode }) {
  const registry = use(RegistryContext);
  const layer = use(LayerContext) + 1;
  // With the document: a key that is pressed as soon as a dialog is gone runs.
  useLayoutEffect(() => registry.openLayer(layer), [registry, layer]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}
