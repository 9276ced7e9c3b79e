import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './is-typing.js';
import { SCAN_GAP_MS, ScanDetector } from './scan-detector.js';

/** A field with this attribute takes what is scanned itself. */
export const SCAN_TARGET = 'data-scan-target';

export interface ScannerOptions {
  /** True by default. */
  readonly enabled?: boolean;
}

/** Calls `onScan` with what a USB scanner types, wherever the focus is. A field that had the focus gets its earlier text back. */
export function useScanner(onScan: (code: string) => void, { enabled = true }: ScannerOptions = {}): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => (enabled ? listenForScans(scanned) : undefined), [enabled]);
}

function listenForScans(onScan: (code: string) => void): () => void {
  const detector = new ScanDetector();
  let before: { readonly field: HTMLInputElement | HTMLTextAreaElement; readonly text: string } | undefined;
  let lastAt = -Infinity;
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof HTMLElement && target.closest(`[${SCAN_TARGET}]`) !== null) return;
    if (event.timeStamp - lastAt > SCAN_GAP_MS) before = textOf(target);
    lastAt = event.timeStamp;
    const code = detector.push(event.key, event.timeStamp);
    if (code === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (before !== undefined) restore(before.field, before.text);
    onScan(code);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}

function textOf(target: EventTarget | null) {
  const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isText && isTyping(target) ? { field: target, text: target.value } : undefined;
}

/** Through the prototype's setter, so that React notices the change. */
function restore(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
