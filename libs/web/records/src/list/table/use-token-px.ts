import { useSyncExternalStore } from 'react';
import { watchMedia } from '../watch-media.js';

const watchPointer = watchMedia('(pointer: coarse)');

/** Pixels of tokens of the kit. They differ for fingers and for a mouse. */
export function useTokenPx(first: string, second: string): readonly [number, number] {
  const read = (name: string) => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  const a = useSyncExternalStore(watchPointer, () => read(first));
  const b = useSyncExternalStore(watchPointer, () => read(second));
  return [a, b];
}
