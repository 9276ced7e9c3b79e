import { use, useEffect, useEffectEvent } from 'react';
import type { KeyRegistry, Scanner } from './key-registry.js';
import { RegistryContext } from './KeysProvider.js';
import { ScanListener } from './scan-listener.js';

export interface ScannerOptions {
  /** Every key outside of fields belongs to a code, until Enter: for a page on which nothing else is typed. */
  readonly everyKey?: boolean;
  /** The code so far, where every key belongs to one. */
  readonly onText?: (text: string) => void;
}

/**
 * Calls `onScan` with what a USB scanner types, wherever the focus is. Of several, the one that takes every key is called, else the one that was
 * mounted last.
 */
export function useScanner(onScan: (code: string) => void, { everyKey = false, onText }: ScannerOptions = {}): void {
  const registry = use(RegistryContext);
  const scanned = useEffectEvent(onScan);
  const typed = useEffectEvent((text: string) => onText?.(text));
  useEffect(() => listen(registry, { onScan: scanned, onText: typed, everyKey }), [registry, everyKey]);
}

/** Loaded with the first scanner: the first page needs none. */
const listeners = new WeakMap<KeyRegistry, () => void>();

function listen(registry: KeyRegistry, scanner: Scanner): () => void {
  if (!registry.scanner) listeners.set(registry, new ScanListener(registry).listen());
  const remove = registry.addScanner(scanner);
  return () => {
    remove();
    if (!registry.scanner) listeners.get(registry)?.();
  };
}
