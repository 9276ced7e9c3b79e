import { use, useEffect, useEffectEvent } from 'react';
import type { KeyRegistry } from './key-registry.js';
import { RegistryContext } from './KeysProvider.js';
import { ScanListener } from './scan-listener.js';
import type { Scanner } from './scanner.js';

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

interface Listening {
  readonly listener: ScanListener;
  readonly stop: () => void;
}

const listening = new WeakMap<KeyRegistry, Listening>();

/** Listens from the first scanner on until the last is removed. */
function listen(registry: KeyRegistry, scanner: Scanner): () => void {
  const { listener, stop } = listening.get(registry) ?? startListening(registry);
  const remove = listener.add(scanner);
  return () => {
    remove();
    if (listener.scanner) return;
    stop();
    listening.delete(registry);
  };
}

function startListening(registry: KeyRegistry): Listening {
  const listener = new ScanListener(registry);
  const started = { listener, stop: listener.listen() };
  listening.set(registry, started);
  return started;
}
